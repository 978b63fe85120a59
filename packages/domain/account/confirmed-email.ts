import { DomainError } from '../errors/domain-error.ts';

/** What the rule reads of an account. */
export type Confirmation = { readonly emailConfirmed: boolean; readonly isDemo: boolean };

/**
 * Booking, selling, importing and uploading take an e-mail address that its owner has confirmed: an address costs more than an
 * account, and mail that these acts cause goes to people who asked for it. Accounts of the demo count as confirmed.
 * @param demanded false on a demo server, whose mails are files.
 * @throws DomainError EMAIL_UNCONFIRMED
 */
export function assertConfirmedEmail(account: Confirmation | undefined, demanded: boolean): void {
  const counts = account !== undefined && (account.emailConfirmed || account.isDemo);
  if (demanded && !counts) throw new DomainError('EMAIL_UNCONFIRMED');
}
