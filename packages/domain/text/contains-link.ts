/**
 * Matches the `://` of a URL, `www.`, or a dot between two words of which the second begins with two letters, such as
 * `pay.example`.
 */
const linkPattern = /:\/\/|\bwww\.|[\p{L}\p{N}_-]\.\p{L}\p{L}/iu;

/**
 * Whether a text contains words that programs would show as a link, or that readers would take for a link. The function
 * also finds e-mail addresses. A dot at the end of a sentence is followed by a space and does not count.
 */
export function containsLink(text: string): boolean {
  return linkPattern.test(text.normalize('NFKC'));
}
