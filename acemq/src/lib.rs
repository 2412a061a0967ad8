//! RabbitMQ listeners as annotated async functions.
