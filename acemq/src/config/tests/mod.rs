//! Tests of the whole road, from a text or a variable to a setting or a fault.
