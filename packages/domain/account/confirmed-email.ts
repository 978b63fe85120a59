import { DomainError } from '../errors/domain-error.ts';

/** The facts of an account on which the rule below depends. */
export type Confirmation = { readonly emailConfirmed: boolean; readonly isDemo: boolean };

/**
 * Checks that the owner has confirmed the e-mail address, which booking, selling, importing and uploading require: addresses
 * are harder to get than accounts, and such actions then cause mails only to users who confirmed their address. Demo
 * accounts count as confirmed.
 * @param demanded false on a demo server, which writes its mails to files.
 * @throws DomainError EMAIL_UNCONFIRMED
 */
export function assertConfirmedEmail(account: Confirmation | undefined, demanded: boolean): void {
  const counts = account !== undefined && (account.emailConfirmed || account.isDemo);
  if (demanded && !counts) throw new DomainError('EMAIL_UNCONFIRMED');
}
