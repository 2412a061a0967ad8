//! An argument of one's own, lent and given.

use acemq::prelude::*;

use acemq::{DecodeError, FromDelivery, Incoming};

struct Tenant(String);

impl FromDelivery for Tenant {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        let headers = incoming.headers();
        let tenant = headers.text("x-tenant").ok_or_else(|| DecodeError::new("no tenant"))?;
        Ok(Self(tenant.to_owned()))
    }
}

#[ace_listener(queue = "bells")]
async fn on_bell(Tenant(tenant): Tenant, again: &Tenant, payload: String) {
    let _ = (tenant, &again.0, payload);
}

fn main() {}
