/**
 * How long personal data is kept after its purpose has ended, in days. docs/reliability.md (personal data) requires
 * that no data is stored longer than its purpose needs, and docs/decisions/0019 has the reason for each number. The
 * data is deleted by apps/server/accounts/expire-personal-data.ts.
 */
export const retentionDays = {
  /** Sessions, with IP address and browser, after they expired. */
  expiredSession: 1,
  /**
   * The network from which a buyer, a user without a role or a deleted user signed up, after the sign-up or the last
   * rejection. During this period an account counts as new (`SELLER_GROWS_AFTER_DAYS`).
   */
  networkOfSignUp: 30,
  /** The codes and links with which users confirm an e-mail address or a sign-in, after they expired. */
  expiredVerification: 1,
  /**
   * Personal data of a booking after it was closed or paid: the phone number, the meeting date, the reason for the
   * cancellation, and the buyer's statements about conditions of a reservation and about a bank's money that was not
   * confirmed.
   */
  bookingContact: 180,
  /** The texts of both parties of a complaint and the reason of the decision, after the complaint was decided. */
  decidedComplaint: 730,
  /** Names, e-mail addresses and references of banks in a cancelled booking, after it was closed. */
  cancelledBooking: 730,
  /** Names, addresses and references of banks in a paid or refunded booking, for the current accounting year and five more years. */
  paidBooking: 2_192,
  /** The content of a card provider's event other than ids, amounts and states. */
  providerEvent: 180,
  /** Feedback, after an admin has archived it. */
  archivedFeedback: 365,
  /** Reports about cars and sellers, after they were closed. */
  closedReport: 365,
  /**
   * Keyed hashes of accounts and addresses in the security log, which are kept long enough to investigate one attack.
   */
  securityEvent: 90,
  /**
   * Mails in the outbox that were sent, merged into a digest or dropped. The card provider repeats an event for a
   * shorter time, so no mail is sent twice.
   */
  sentMail: 180,
  /** Mails of a server without SMTP, which are stored as files. */
  mailFile: 90,
  /** Discrepancies of the reconciliation that were resolved without a repair. */
  resolvedDiscrepancy: 365,
  /** The record of when a user last requested an export of their data. */
  exportMark: 30,
} as const;

/** Milliseconds that must pass between two exports of one user. */
export const exportIntervalMs = 86_400_000;

export type RetentionRule = keyof typeof retentionDays;

/** Returns the start of the retention period that ends at `now`. Records from before this time are deleted. */
export function computeRetentionLimit(rule: RetentionRule, now: Date): Date {
  return new Date(now.getTime() - retentionDays[rule] * 86_400_000);
}
