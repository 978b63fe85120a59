/** Mail providers that ignore dots before the `@`. */
const domainsThatIgnoreDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalises an e-mail address for counting: in lower case, without a plus tag, and without dots if the provider
 * ignores them. All spellings of one mailbox therefore count as one address. The result is used for counting only:
 * mails go to the address as it is stored.
 */
export function normaliseCountedEmail(email: string): string {
  const lowerCase = email.trim().toLowerCase();
  const atIndex = lowerCase.lastIndexOf('@');
  const domain = lowerCase.slice(atIndex + 1);
  const localPartWithoutTag = lowerCase.slice(0, Math.max(0, atIndex)).split('+', 1)[0] ?? '';
  if (atIndex < 1 || localPartWithoutTag === '') return lowerCase;
  return domainsThatIgnoreDots.has(domain)
    ? `${localPartWithoutTag.replaceAll('.', '')}@gmail.com`
    : `${localPartWithoutTag}@${domain}`;
}
