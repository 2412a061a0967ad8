#[derive(AceError)]
enum PaymentError {
    #[ace(fatal)]
    NoAccount(String),
    #[ace(park)]
    Odd,
    Unmarked(io::Error),
    #[ace(retryable)]
    Busy,
    #[ace(retry_after = "1m30s")]
    Closed { since: Instant },
    #[ace(retry_after = wait)]
    Limited { bank: String, wait: Duration },
    #[ace(retry_after = 1)]
    Told(String, Duration),
    #[ace(transparent)]
    Gateway(#[from] gateway::Error),
    AlsoUnmarked,
}
