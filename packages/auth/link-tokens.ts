import { createHash, randomBytes } from 'node:crypto';

/** A token for a link in a mail: 256 bits at random. Only its hash is kept, so a copy of the database opens no account. */
export function newLinkToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
