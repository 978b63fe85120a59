import { createHmac, timingSafeEqual } from 'node:crypto';

/** A session token whose signature is ours. `signed` is what the client holds: the token, a dot and the signature. */
export type SessionToken = { readonly token: string; readonly signed: string; readonly from: 'header' | 'cookie' };

export type TokenSettings = { readonly cookieName: string; readonly secret: string };

const shape = /^([A-Za-z0-9_-]{16,128})\.([A-Za-z0-9+/]{43}=)$/;

/**
 * The session token of a request, or null. An Authorization header (`{token}` as the specification has it, or
 * `Bearer {token}`) decides alone: beside it no cookie is read. Other schemes, such as the Basic of a proxy in front, are
 * not ours. Two different cookies of our name mean that somebody planted one, so neither counts.
 */
export function readSessionToken(headers: Headers, settings: TokenSettings): SessionToken | null {
  const header = authorizationToken(headers.get('authorization'));
  if (header !== undefined) return verified(header, 'header', settings.secret);
  const cookies = new Set(cookieValues(headers.get('cookie') ?? '', settings.cookieName));
  const [cookie] = cookies;
  return cookie === undefined || cookies.size > 1 ? null : verified(cookie, 'cookie', settings.secret);
}

/** Whether the request speaks for itself by an Authorization header of ours: then its cookies are not read. */
export function hasOwnAuthorization(headers: Headers): boolean {
  return authorizationToken(headers.get('authorization')) !== undefined;
}

function authorizationToken(header: string | null): string | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  if (/^bearer\s/i.test(text)) return text.slice(7).trimStart();
  return /\s/.test(text) ? undefined : text;
}

function cookieValues(header: string, name: string): string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The sign-in library signs with HMAC-SHA-256 over the token and writes the signature in base64. */
function verified(text: string, from: SessionToken['from'], secret: string): SessionToken | null {
  const signed = decoded(text);
  const [, token, signature] = shape.exec(signed) ?? [];
  if (token === undefined || signature === undefined) return null;
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return timingSafeEqual(expected, Buffer.from(signature)) ? { token, signed, from } : null;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
