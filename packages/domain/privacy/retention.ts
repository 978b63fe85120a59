/**
 * How long personal data is stored, in days after it lost its purpose. docs/reliability.md, personal data requires to store
 * nothing longer than its purpose; docs/decisions/0019 has the reasons. apps/server/accounts/expire-personal-data.ts applies
 * it.
 */
export const retentionDays = {
  /** Sessions, with address and browser, after they expired. */
  expiredSession: 1,
  /**
   * The network of the sign-up of a buyer, of an account without a role and of a deleted account, after the sign-up or the last
   * refusal: the time in which an account is new (`SELLER_GROWS_AFTER_DAYS`).
   */
  networkOfSignUp: 30,
  /** Codes and links that confirm an address or a sign-in, after they expired. */
  expiredVerification: 1,
  /** Phone number and meeting date of a booking, and the reason of its cancellation, after it was closed or paid. */
  bookingContact: 180,
  /** Names and addresses in a cancelled booking, after it was closed. */
  cancelledBooking: 730,
  /** Names and addresses in a paid or refunded booking: five years of accounts, and the year that they belong to. */
  paidBooking: 2_192,
  /** The content of a card provider's event beyond ids, amounts and states. */
  providerEvent: 180,
  /** Feedback, after an admin archived it. */
  archivedFeedback: 365,
  /** Keyed hashes of accounts and addresses in the security log: long enough to look back over one attack. */
  securityEvent: 90,
  /** Mails that were sent, merged into a digest or dropped, in the outbox: longer than a card provider repeats an event. */
  sentMail: 180,
  /** Mails of a server without SMTP, which are files. */
  mailFile: 90,
  /** Discrepancies of the reconciliation that have resolved themselves. */
  resolvedDiscrepancy: 365,
  /** The record of the time at which a user last requested their export. */
  exportMark: 30,
} as const;

/** Milliseconds between two exports of one user. */
export const exportEveryMs = 86_400_000;

export type RetentionRule = keyof typeof retentionDays;

/** Records older than this time must be deleted. */
export function retentionLimit(rule: RetentionRule, now: Date): Date {
  return new Date(now.getTime() - retentionDays[rule] * 86_400_000);
}
