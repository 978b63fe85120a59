const general = 'Signing in did not work. Please try again.';

/** Why a sign-in by Google (or another provider) ended, as the address of the page says it (identity/openid-refusal.ts). */
const sentences: Readonly<Record<string, string>> = {
  'account-exists':
    'This address has an account with a password. Log in with the password; then connect the other way in under My Profile.',
  cancelled: 'You cancelled. Nothing has changed.',
  closed: 'This account is closed.',
  'connected-elsewhere': 'That account is connected to another one here, or another one is connected to yours.',
  'email-differs': 'That account has another e-mail address than yours here. Only the same address can be connected.',
  'email-not-usable': 'That account gives no e-mail address that can be used here.',
  'email-not-verified': 'The e-mail address of that account is not verified there yet.',
  expired: 'That took too long, or began in another window. Please try again.',
  'other-session': 'Somebody else is signed in here now. Please start again.',
  suspended: 'This account is suspended.',
  unavailable: 'The sign-in provider does not answer. Please try again, or log in with your password.',
};

/** The sentence for a fault in the address, or undefined where there is none. Unknown words are never shown. */
export function openidFault(fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined;
  return Object.hasOwn(sentences, fault) ? sentences[fault] : general;
}
