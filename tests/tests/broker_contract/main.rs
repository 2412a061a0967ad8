//! One suite over the broker seam, for the broker inside the process and for RabbitMQ, so that the fake does not lie.
//!
//! A case is written once, over `Arc<dyn Broker>`. The memory half runs with tokio's clock paused, the other against the
//! broker that `ACEMQ_TEST_AMQP_URL` names; when the variable is missing that half fails and says what to run.

#![allow(clippy::expect_used, clippy::panic, reason = "a case that cannot go on has failed")]

mod expiry;
mod getting;
mod harness;
mod publishing;
mod returning;
mod routing;
mod settling;
mod topology;

/// Makes two tests of each case.
macro_rules! cases {
    ($($subject:ident::{$($case:ident),* $(,)?}),* $(,)?) => {
        mod memory {
            use crate::harness::Bench;
            $($(
                #[tokio::test(start_paused = true)]
                async fn $case() {
                    crate::$subject::$case(Bench::memory().await).await;
                }
            )*)*
        }

        mod rabbitmq {
            use crate::harness::Bench;
            $($(
                #[tokio::test]
                async fn $case() {
                    crate::$subject::$case(Bench::rabbitmq().await).await;
                }
            )*)*
        }
    };
}

cases! {
    publishing::{
        a_routed_message_is_confirmed_and_arrives_as_it_was_sent,
        a_message_that_no_queue_takes_is_unroutable,
        a_missing_exchange_is_named_and_harms_no_neighbour,
        of_a_thousand_in_flight_exactly_the_unroutable_fail,
        what_the_broker_would_refuse_is_invalid_and_harms_no_neighbour,
        a_full_queue_that_rejects_publishes_refuses_the_message,
        the_messages_of_one_publisher_keep_their_order,
    },
    routing::{
        the_default_exchange_routes_to_the_queue_of_that_name,
        a_direct_exchange_routes_by_the_whole_key,
        a_topic_exchange_routes_by_words,
        a_fanout_exchange_routes_to_every_queue,
        a_headers_exchange_routes_by_header_values,
        a_queue_that_two_bindings_match_gets_one_copy,
        the_exchanges_of_every_broker_are_there,
    },
    expiry::{
        a_message_walks_home_from_a_classic_rung_unchanged,
        a_message_walks_home_from_a_quorum_rung_unchanged,
        the_shorter_of_two_times_to_live_counts,
        only_the_head_of_a_queue_expires,
        a_time_to_live_of_zero_reaches_a_waiting_consumer,
        a_dead_letter_says_where_it_died,
        a_message_that_expires_in_a_circle_is_dropped,
        a_rejection_breaks_the_circle,
        a_full_queue_gives_up_its_oldest_message,
    },
    settling::{
        no_more_than_the_window_is_unsettled,
        a_window_that_is_widened_lets_the_rest_in_behind_its_head,
        a_rejected_message_goes_to_the_dead_letter_exchange,
        a_nacked_message_keeps_its_place_on_a_classic_queue,
        a_nacked_message_goes_to_the_back_of_a_quorum_queue,
        a_nacked_message_stays_at_the_front_under_a_delivery_limit,
        a_message_beyond_the_delivery_limit_is_dead,
        a_redelivery_says_that_it_is_one,
        a_quorum_queue_counts_deliveries,
        consumers_take_turns,
        the_consumer_of_the_highest_priority_with_room_is_served_first,
        a_priority_that_is_no_whole_number_is_refused,
    },
    returning::{
        a_closed_channel_returns_a_classic_window_in_order,
        a_closed_channel_returns_a_quorum_window_in_order,
        a_cancelled_consumer_ends_after_what_was_sent,
        what_was_delivered_before_a_cancel_can_be_settled_after_it,
        a_settlement_for_a_closed_channel_is_stale,
        a_closed_connection_returns_what_was_unsettled,
    },
    getting::{
        a_get_takes_one_message_and_none_from_an_empty_queue,
        a_message_that_was_got_can_be_returned_and_rejected,
        a_missing_queue_is_not_found,
    },
    topology::{
        a_second_declaration_of_the_same_changes_nothing,
        a_queue_with_other_arguments_is_a_mismatch,
        an_exchange_of_another_kind_is_a_mismatch,
        a_binding_needs_both_of_its_ends,
        reserved_names_are_refused,
        a_look_up_tells_and_changes_nothing,
        the_whole_topology_of_the_contract_can_be_declared_twice,
        a_fresh_link_is_up,
    },
}
