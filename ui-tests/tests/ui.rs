//! Compiles every case: those that must fail are compared with the words that were reviewed.
//!
//! `TRYBUILD=overwrite cargo test -p acemq-ui-tests` writes the words anew; read each difference before it is committed.

#[test]
fn every_mistake_is_answered_with_the_reviewed_words() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("cases/ace_error/*.rs");
    cases.compile_fail("cases/attribute/*.rs");
    cases.compile_fail("cases/signature/*.rs");
    cases.compile_fail("cases/types/*.rs");
    cases.pass("cases/pass/*.rs");
}
