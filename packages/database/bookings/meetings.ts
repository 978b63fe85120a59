import type { AccountId } from '@carhouse/domain/account/account';
import type { Booking } from '@carhouse/domain/booking/booking';
import type { Database } from '../connection/connect.ts';

/** The data that decides whether a viewing is to come (packages/domain/booking/viewing-to-come.ts). */
export type Meeting = Pick<Booking, 'id' | 'status' | 'meetingDate' | 'createdAt'>;

/** Lists the open and paid orders of a buyer or seller of which neither the viewing nor a later step is marked, newest first. */
export async function listMeetings(
  database: Database,
  side: 'buyer_id' | 'seller_id',
  accountId: AccountId,
  limit: number,
): Promise<readonly Meeting[]> {
  const rows = await database
    .selectFrom('booking')
    .select(['id', 'status', 'meeting_date', 'created_at'])
    .where(side, '=', accountId)
    .where('status', 'in', ['unpaid', 'paid'])
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('order_step')
            .select('order_step.step')
            .whereRef('order_step.booking_id', '=', 'booking.id')
            .where('order_step.step', 'in', ['viewed', 'transferred', 'handed-over']),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    meetingDate: row.meeting_date,
    createdAt: row.created_at,
  }));
}
