/** Maximum number of mails about orders to one user per hour. Mails beyond this number are merged into the digest. */
export const mailsAnHour = 3;
const hour = 3_600_000;

export type MailVerdict =
  /** The mail may be sent now; `sentAt` includes it. */
  | { readonly kind: 'send'; readonly sentAt: readonly Date[] }
  /** It is counted in the digest. A new digest is sent at `dueAt`, an hour after the first mail. */
  | { readonly kind: 'merge'; readonly sentAt: readonly Date[]; readonly dueAt: Date };

/**
 * Whether one more mail may go to a person now.
 * @param given.sentAt when mails were sent to them; those older than an hour no longer count.
 * @param given.hasDigest whether a digest waits: later mails then join it, so that mails keep their order.
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
