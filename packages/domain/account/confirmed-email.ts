import { DomainError } from '../errors/domain-error.ts';

/** The fields of an account on which `assertConfirmedEmail` depends. */
export type ConfirmationFacts = { readonly emailConfirmed: boolean; readonly isDemo: boolean };

/**
 * Checks that the owner of an account has confirmed its e-mail address. Booking, selling, importing and uploading
 * require a confirmed address for two reasons: e-mail addresses are harder to get than accounts, and mails about such
 * actions then go only to confirmed addresses. Demo accounts count as confirmed.
 * @param isRequired whether this server requires confirmed addresses; false on a demo server, which writes its mails to
 *   files.
 * @throws DomainError EMAIL_UNCONFIRMED
 */
export function assertConfirmedEmail(account: ConfirmationFacts | undefined, isRequired: boolean): void {
  const isConfirmedOrDemo = account !== undefined && (account.emailConfirmed || account.isDemo);
  if (isRequired && !isConfirmedOrDemo) throw new DomainError('EMAIL_UNCONFIRMED');
}
