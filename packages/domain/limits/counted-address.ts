/** Mail providers that ignore dots before the `@`. */
const withoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalises an e-mail address for counting: in lower case, without a plus tag, and without dots if the provider
 * ignores them. All spellings of one mailbox therefore count as one address. The result is used for counting only:
 * mails go to the address as it is stored.
 */
export function countedAddress(email: string): string {
  const lowerCase = email.trim().toLowerCase();
  const atIndex = lowerCase.lastIndexOf('@');
  const domain = lowerCase.slice(atIndex + 1);
  const withoutTag = lowerCase.slice(0, Math.max(0, atIndex)).split('+', 1)[0] ?? '';
  if (atIndex < 1 || withoutTag === '') return lowerCase;
  return withoutDots.has(domain) ? `${withoutTag.replaceAll('.', '')}@gmail.com` : `${withoutTag}@${domain}`;
}
