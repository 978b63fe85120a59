import { createHash, randomBytes } from 'node:crypto';

/** A random token of 256 bits for a link in a mail. Only its hash is stored, so a copy of the database gives access to no account. */
export function newLinkToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The hash of a token. The hash is stored instead of the token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
