//! Listeners of other modules, by their paths.

use acemq::prelude::*;

mod bells {
    use acemq::prelude::*;

    #[ace_listener(queue = "bells")]
    pub async fn on_bell() {}

    pub mod small {
        use acemq::prelude::*;

        #[ace_listener(queue = "small", id = "small")]
        pub(crate) async fn r#async() {}
    }
}

fn app(config: Config) -> App {
    App::new(config).listener(acemq::listener!(bells::on_bell)).listener(acemq::listener!(crate::bells::small::r#async, id = "small"))
}

fn main() {
    let _ = app;
}
