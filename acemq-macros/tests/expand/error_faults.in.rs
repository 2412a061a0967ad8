#[derive(AceError)]
#[ace(crate = "mq")]
enum PaymentError {
    #[ace(fatl)]
    NoAccount(String),
    #[ace(retry_after = "90")]
    Closed,
    #[ace(fatal, park)]
    Odd,
}
