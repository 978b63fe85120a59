/** The name of a deleted account, also in records that stay without the name of its user. */
export const deletedAccountName = 'Deleted account';

const deletedAddressHost = '@deleted.invalid';

/** Returns the address that replaces the e-mail address of a deleted account. Nobody can receive mail at it (RFC 2606). */
export function makeDeletedAddress(accountId: string): string {
  return `deleted-${accountId}${deletedAddressHost}`;
}

/** Returns the address as other users see it: empty for a deleted account, because nobody can write to it. */
export function hideDeletedAddress(email: string): string {
  return email.endsWith(deletedAddressHost) ? '' : email;
}
