import type { ColumnTextsByTable } from './written-columns.ts';

/** The columns of the tables about reservations and the queues for cars. */
export const reservationColumnTexts: ColumnTextsByTable<'reservation' | 'reservation_condition' | 'reservation_queue'> =
  {
    reservation: {
      booking_id: 'text',
      listing_id: 'text',
      state: 'text',
      deposit_cents: 'cents',
      forfeit_cents: 'cents',
      rule_version: 'number',
      rule_text: 'text',
      accepted_at: 'time',
      paid_at: 'time?',
      free_until: 'time?',
      ends_at: 'time?',
      end_kind: 'text?',
      end_condition: 'text?',
      ended_at: 'time?',
      refund_cents: 'cents?',
      forfeited_cents: 'cents?',
    },
    reservation_condition: {
      booking_id: 'text',
      kind: 'text',
      state: 'text',
      deadline: 'time?',
      stated_by: 'text?',
      stated_at: 'time?',
      note: 'text?',
    },
    reservation_queue: {
      id: 'text',
      listing_id: 'text',
      buyer_id: 'text',
      position: 'number',
      state: 'text',
      joined_at: 'time',
      turn_from: 'time?',
      turn_until: 'time?',
    },
  };
