#[derive(AceError)]
#[ace(crate = crate::mq, retry_after = r#in)]
struct Limited {
    r#in: Duration,
}

#[derive(AceError)]
#[ace(fatal)]
struct NoAccount;
