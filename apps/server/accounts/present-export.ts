import type { CallAnswer } from '@carhouse/contract/call';
import type { exportMe } from '@carhouse/contract/personal-data';
import type { PersonalData } from '@carhouse/database/accounts/personal-data';
import type { AccountId } from '@carhouse/domain/account/account';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';
import { maskEmail, maskName } from '@carhouse/domain/privacy/mask';

type Export = CallAnswer<typeof exportMe>;
type Booking = PersonalData['bookings'][number];
type AuditEntry = PersonalData['audit'][number];

/**
 * The export of personal data in the field names of the API. The export contains no name, address or number of other users
 * (docs/reliability.md, personal data, I23).
 */
export function presentExport(data: PersonalData, id: AccountId, now: Date): Export {
  return {
    exportedAt: now.toISOString(),
    account: record(data.account),
    credentials: data.credentials.map(record),
    secondFactors: data.secondFactors.map(record),
    sessions: data.sessions.map(record),
    listings: data.listings.map(record),
    images: data.images.map(record),
    bookingsAsBuyer: data.bookings.filter((booking) => booking.buyer_id === id).map(omitSeller),
    bookingsAsSeller: data.bookings.filter((booking) => booking.seller_id === id).map(omitBuyer),
    wishes: data.wishes.map((wish) => record({ ...wish, author: maskName(wish.author) })),
    paymentAttempts: data.paymentAttempts.map(record),
    payments: data.payments.map(record),
    refunds: data.refunds.map(record),
    links: data.links.map(record),
    mails: data.mails.map(record),
    feedback: data.feedback.map(record),
    audit: data.audit.map((entry) => presentEntry(entry, id)),
  };
}

function omitSeller(booking: Booking): Record<string, unknown> {
  const others = { seller_name: maskName(booking.seller_name), seller_email: maskEmail(booking.seller_email) };
  return without(record({ ...booking, ...others }), ['sellerId']);
}

/** Messages from buyers to the seller are the buyers' data, so the export omits them. */
function omitBuyer(booking: Booking): Record<string, unknown> {
  const others = { buyer_name: maskName(booking.buyer_name), buyer_email: maskEmail(booking.buyer_email) };
  return without(record({ ...booking, ...others }), ['buyerId', 'meetingDate', 'buyerNumber']);
}

function without(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** An audit entry with the actor's role. The id of an admin is omitted. */
function presentEntry({ actor_id, ...entry }: AuditEntry, id: AccountId): Record<string, unknown> {
  const by = actor_id === null ? 'machine' : actor_id === id ? 'you' : 'admin';
  return record({ ...entry, by });
}

function record(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const name = column.replace(/_cents$/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, typeof value === 'bigint' ? dollarsFromCents(value as Cents) : value];
    }),
  );
}
