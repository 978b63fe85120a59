import type { CallAnswer } from '@carhouse/contract/call';
import type { exportMe } from '@carhouse/contract/personal-data';
import type { PersonalData } from '@carhouse/database/accounts/personal-data';
import type { AccountId } from '@carhouse/domain/account/account';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';
import { maskEmail, maskName } from '@carhouse/domain/privacy/mask';

type PersonalExport = CallAnswer<typeof exportMe>;
type ExportedBooking = PersonalData['bookings'][number];
type ExportedAuditEntry = PersonalData['audit'][number];

/**
 * Returns the export of personal data in the field names of the API. The export contains no name, address or number of
 * other users (docs/reliability.md, personal data, I23).
 */
export function presentExport(data: PersonalData, id: AccountId, now: Date): PersonalExport {
  return {
    exportedAt: now.toISOString(),
    account: renameColumns(data.account),
    credentials: data.credentials.map(renameColumns),
    secondFactors: data.secondFactors.map(renameColumns),
    sessions: data.sessions.map(renameColumns),
    listings: data.listings.map(renameColumns),
    images: data.images.map(renameColumns),
    bookingsAsBuyer: data.bookings.filter((booking) => booking.buyer_id === id).map(omitSellerFields),
    bookingsAsSeller: data.bookings.filter((booking) => booking.seller_id === id).map(omitBuyerFields),
    wishes: data.wishes.map((wish) => renameColumns({ ...wish, author: maskName(wish.author) })),
    paymentAttempts: data.paymentAttempts.map(renameColumns),
    payments: data.payments.map(renameColumns),
    sales: data.sales.map(renameColumns),
    complaints: data.complaints.map(renameColumns),
    bankParts: data.bankParts.map(renameColumns),
    reservations: data.reservations.map(renameColumns),
    reservationConditions: data.reservationConditions.map(renameColumns),
    placesInLine: data.placesInLine.map(renameColumns),
    refunds: data.refunds.map(renameColumns),
    paymentInstructions: data.paymentInstructions.map(renameColumns),
    payoutAccounts: data.payoutAccounts.map(renameColumns),
    links: data.links.map(renameColumns),
    mails: data.mails.map(renameColumns),
    feedback: data.feedback.map(renameColumns),
    reports: data.reports.map(renameColumns),
    audit: data.audit.map((entry) => presentAuditEntry(entry, id)),
  };
}

function omitSellerFields(booking: ExportedBooking): Record<string, unknown> {
  const otherParty = { seller_name: maskName(booking.seller_name), seller_email: maskEmail(booking.seller_email) };
  return omitFields(renameColumns({ ...booking, ...otherParty }), ['sellerId']);
}

/**
 * Returns a booking of one of the seller's cars for the seller's export. The buyer's name and e-mail address are
 * masked, and the buyer's id, meeting date and telephone number are omitted.
 */
function omitBuyerFields(booking: ExportedBooking): Record<string, unknown> {
  const otherParty = { buyer_name: maskName(booking.buyer_name), buyer_email: maskEmail(booking.buyer_email) };
  return omitFields(renameColumns({ ...booking, ...otherParty }), ['buyerId', 'meetingDate', 'buyerNumber']);
}

function omitFields(fields: Record<string, unknown>, omittedNames: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !omittedNames.includes(name)));
}

/**
 * Returns an audit entry for the export. The field `by` of the entry says who acted: the user, an admin or the server.
 * The id of an admin is omitted.
 */
function presentAuditEntry({ actor_id, ...entry }: ExportedAuditEntry, id: AccountId): Record<string, unknown> {
  const actorKind = actor_id === null ? 'machine' : actor_id === id ? 'you' : 'admin';
  return renameColumns({ ...entry, by: actorKind });
}

function renameColumns(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const name = column.replace(/_cents$/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, typeof value === 'bigint' ? dollarsFromCents(value as Cents) : value];
    }),
  );
}
