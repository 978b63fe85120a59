/** Maximum number of mails about orders to one user per hour. Further mails are merged into the digest. */
export const mailsAnHour = 3;
const hour = 3_600_000;

export type MailVerdict =
  /** The mail may be sent now. `sentAt` includes this mail. */
  | { readonly kind: 'send'; readonly sentAt: readonly Date[] }
  /** The mail is only counted in the digest. A new digest is due at `dueAt`, an hour after the first mail. */
  | { readonly kind: 'merge'; readonly sentAt: readonly Date[]; readonly dueAt: Date };

/**
 * Decides whether one more mail may be sent to a user now.
 * @param given.sentAt times at which mails were sent to the user; those older than an hour no longer count.
 * @param given.hasDigest whether a digest is waiting: later mails then join it, so that mails keep their order.
 */
export function judgeMail(given: {
  readonly sentAt: readonly Date[];
  readonly hasDigest: boolean;
  readonly now: Date;
}): MailVerdict {
  const { now } = given;
  const live = given.sentAt.filter((at) => at.getTime() > now.getTime() - hour);
  if (!given.hasDigest && live.length < mailsAnHour) return { kind: 'send', sentAt: [...live, now] };
  const first = Math.min(now.getTime(), ...live.map((at) => at.getTime()));
  return { kind: 'merge', sentAt: live, dueAt: new Date(first + hour) };
}
