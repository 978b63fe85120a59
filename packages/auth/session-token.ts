import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PresentedCredentials } from './request-identity.ts';

/**
 * A session token with a valid signature. `signedText` is the form that the client stores: the token, a dot and the
 * signature.
 */
export type SessionToken = { readonly token: string; readonly signedText: string; readonly from: 'header' | 'cookie' };

export type TokenSettings = { readonly cookieName: string; readonly secret: string };

const signedTokenPattern = /^([A-Za-z0-9_-]{16,128})\.([A-Za-z0-9+/]{43}=)$/;

/** Returns the session token of a request; null when the request has no token or the signature is invalid. */
export function verifyPresentedToken(
  presentedCredentials: PresentedCredentials,
  settings: TokenSettings,
): SessionToken | null {
  if (presentedCredentials.kind === 'header')
    return verifySignedToken(presentedCredentials.token, 'header', settings.secret);
  if (presentedCredentials.kind !== 'cookies') return null;
  const cookie = presentedCredentials.cookiesByName.get(settings.cookieName);
  return cookie === undefined ? null : verifySignedToken(cookie, 'cookie', settings.secret);
}

/**
 * Verifies a signed token. The signature is the HMAC-SHA-256 of the token in base64, as the sign-in library computes
 * it.
 */
function verifySignedToken(text: string, from: SessionToken['from'], secret: string): SessionToken | null {
  const signedText = decodeUriOrEmpty(text);
  const [, token, signature] = signedTokenPattern.exec(signedText) ?? [];
  if (token === undefined || signature === undefined) return null;
  const expectedSignature = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return timingSafeEqual(expectedSignature, Buffer.from(signature)) ? { token, signedText, from } : null;
}

function decodeUriOrEmpty(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
