/** A scheme with `//`, `www.`, or words joined by a dot whose last one has only letters, such as `pay.example`. */
const linkPattern = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\p{N}_-]\.\p{L}{2,}/iu;

/**
 * Whether a text contains something that programs would show as a link, or that readers would take for one. It also
 * finds e-mail addresses. A dot at the end of a sentence is followed by a space and does not count.
 */
export function containsLink(text: string): boolean {
  return linkPattern.test(text.normalize('NFKC'));
}
