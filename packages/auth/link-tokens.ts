import { createHash, randomBytes } from 'node:crypto';

/**
 * Returns a random token of 256 bits for a link in a mail. The database stores only its hash, so nobody can sign in
 * with a copy of the database.
 */
export function generateLinkToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Returns the hash of a token, which the database stores in place of the token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
