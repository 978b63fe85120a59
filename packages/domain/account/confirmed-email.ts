import { DomainError } from '../errors/domain-error.ts';

/** The facts of an account that the rule reads. */
export type Confirmation = { readonly emailConfirmed: boolean; readonly isDemo: boolean };

/**
 * Booking, selling, importing and uploading need an e-mail address that its owner has confirmed: an address costs more than
 * an account, and these acts cause mails only to users who confirmed theirs. Demo accounts count as confirmed.
 * @param demanded false on a demo server, whose mails are files.
 * @throws DomainError EMAIL_UNCONFIRMED
 */
export function assertConfirmedEmail(account: Confirmation | undefined, demanded: boolean): void {
  const counts = account !== undefined && (account.emailConfirmed || account.isDemo);
  if (demanded && !counts) throw new DomainError('EMAIL_UNCONFIRMED');
}
