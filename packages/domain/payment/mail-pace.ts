/**
 * Maximum number of mails about orders that one user gets within an hour. Further mails are merged into one later mail,
 * the digest.
 */
export const mailsPerHour = 3;
const hourMs = 3_600_000;

export type MailVerdict =
  /** The mail may be sent now. `sentAt` lists the times of the mails of the last hour, including the new mail. */
  | { readonly kind: 'send'; readonly sentAt: readonly Date[] }
  /**
   * The mail is not sent separately; the digest counts the mail. If no digest is waiting yet, one must be sent at
   * `dueAt`, an hour after the first mail in `sentAt`.
   */
  | { readonly kind: 'merge'; readonly sentAt: readonly Date[]; readonly dueAt: Date };

/**
 * Decides whether one more mail may be sent to a user now.
 * @param facts.sentAt times at which mails were sent to the user; those older than an hour no longer count.
 * @param facts.isDigestWaiting whether a digest is waiting to be sent. While a digest waits, all mails are merged into
 * the digest, so that they arrive in order.
 */
export function decideMailTime(facts: {
  readonly sentAt: readonly Date[];
  readonly isDigestWaiting: boolean;
  readonly now: Date;
}): MailVerdict {
  const { now } = facts;
  const recentTimes = facts.sentAt.filter((at) => at.getTime() > now.getTime() - hourMs);
  if (!facts.isDigestWaiting && recentTimes.length < mailsPerHour)
    return { kind: 'send', sentAt: [...recentTimes, now] };
  const oldestMailMs = Math.min(now.getTime(), ...recentTimes.map((at) => at.getTime()));
  return { kind: 'merge', sentAt: recentTimes, dueAt: new Date(oldestMailMs + hourMs) };
}
