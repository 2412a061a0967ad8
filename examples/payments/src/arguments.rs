//! The command line: one option.

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Run against this broker.
    Run { url: String },
    /// Say how it is used.
    Help,
}

/// A broker inside this process.
const MEMORY: &str = "memory://payments";

pub(crate) const HELP: &str = "\
payments: sixteen messages through one listener, and what became of each

usage: cargo run -p payments [-- --url URL]

  --url URL   the broker, such as amqp://guest:guest@localhost:5672;
              else what ACEMQ_URL says, else memory://payments, inside the process
  --help      this text

On a broker it uses the queues payments.new, payments.new.dlq and payments.new.parked,
and removes every message that it finds in them: give it a broker to play with.

exit code: 0 everything went as expected, 1 something did not, 2 the command line is wrong";

/// Reads the arguments that follow the program's name.
pub(crate) fn read(mut arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut url = None;
    while let Some(argument) = arguments.next() {
        match argument.split_once('=').unwrap_or((&argument, "")) {
            ("--help" | "-h", _) => return Ok(Command::Help),
            ("--url", "") => url = Some(arguments.next().ok_or("--url wants an address behind it")?),
            ("--url", value) => url = Some(value.to_owned()),
            _ => return Err(format!("`{argument}` is no option; --help lists them")),
        }
    }
    let url = url.or_else(|| std::env::var("ACEMQ_URL").ok()).unwrap_or_else(|| MEMORY.to_owned());
    Ok(Command::Run { url })
}
