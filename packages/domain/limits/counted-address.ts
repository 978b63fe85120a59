/** Mail providers that ignore dots before the `@`. */
const domainsThatIgnoreDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalises an e-mail address for counting: in lower case, without a plus tag, and without dots if the provider
 * ignores them. All spellings of one mailbox therefore count as one address. The result is used for counting only:
 * mails go to the address as it is stored.
 */
export function normaliseCountedEmail(email: string): string {
  const lowerCaseEmail = email.trim().toLowerCase();
  const atIndex = lowerCaseEmail.lastIndexOf('@');
  const domain = lowerCaseEmail.slice(atIndex + 1);
  const localPartWithoutTag = lowerCaseEmail.slice(0, Math.max(0, atIndex)).split('+', 1)[0] ?? '';
  if (atIndex < 1 || localPartWithoutTag === '') return lowerCaseEmail;
  return domainsThatIgnoreDots.has(domain)
    ? `${localPartWithoutTag.replaceAll('.', '')}@gmail.com`
    : `${localPartWithoutTag}@${domain}`;
}
