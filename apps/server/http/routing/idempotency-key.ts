import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '@carhouse/domain/errors/domain-error';

/**
 * The values derived from an idempotency key: the hash under which the key is stored (`hash`), the key that encrypts
 * the stored response (`encryptionKey`), and the bytes from which ids of created records are made (`idBytes`). The idempotency
 * key cannot be computed from these values.
 */
export type DerivedKey = { readonly hash: string; readonly encryptionKey: Buffer; readonly idBytes: Buffer };

/**
 * Reads the Idempotency-Key header: 1 to 255 printable ASCII characters, plain or as the quoted string of the IETF
 * draft (draft-ietf-httpapi-idempotency-key-header). The plain spelling and the quoted spelling of a key mean the same
 * key.
 * @throws DomainError BAD_REQUEST
 */
export function readIdempotencyKey(headerValues: readonly string[]): string {
  const text = headerValues[0] ?? '';
  const quotedKey = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quotedKey === undefined ? text : quotedKey.replace(/\\(["\\])/g, '$1');
  if (headerValues.length === 1 && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new DomainError('BAD_REQUEST', {
    errors: [{ path: 'Idempotency-Key', code: 'key', message: 'One key of 1 to 255 printable characters' }],
  });
}

/**
 * Derives values from an idempotency key, its caller and its call. Equal keys of two callers give different values.
 * A reader of the database cannot decrypt a stored response without the idempotency key.
 */
export function deriveKey(key: string, scope: string, call: string): DerivedKey {
  const bytes = Buffer.from(hkdfSync('sha256', key, `carhouse idempotency ${scope}`, call, 74));
  return {
    hash: bytes.subarray(0, 32).toString('base64url'),
    encryptionKey: bytes.subarray(32, 64),
    idBytes: bytes.subarray(64),
  };
}

/**
 * Returns an HMAC over the URL with its parameters and the parsed body, so different requests have different values. The
 * HMAC uses the caller's key, because bodies contain passwords and phone numbers, which could be guessed from a plain hash
 * in the table.
 */
export function fingerprintRequest(url: string, body: unknown, derivedKey: DerivedKey): string {
  const requestDigest = createHmac('sha256', derivedKey.encryptionKey).update(`fingerprint\n${url}\n`);
  // The walk is not recursive, because 60 KB of brackets nest deeper than the stack allows.
  const valuesToVisit: unknown[] = [body];
  while (valuesToVisit.length > 0) {
    const value = valuesToVisit.pop();
    if (typeof value !== 'object' || value === null) {
      requestDigest.update(`${JSON.stringify(value) ?? ''}\n`);
      continue;
    }
    const sortedNames = Object.keys(value);
    requestDigest.update(`${Array.isArray(value) ? 'list' : 'record'} ${JSON.stringify(sortedNames)}\n`);
    valuesToVisit.push(...Object.values(value));
  }
  return requestDigest.digest('base64url');
}

/** Encrypts a text with AES-256-GCM. @param encryptionKey the key, which `deriveKey` returns */
export function encryptText(text: string, encryptionKey: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
  const sealedBytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealedBytes]).toString('base64url');
}

/** @throws Error when the text was encrypted with another key or was changed. */
export function decryptText(sealedText: string, encryptionKey: Buffer): string {
  const bytes = Buffer.from(sealedText, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12));
  cipher.setAuthTag(bytes.subarray(12, 28));
  return cipher.update(bytes.subarray(28), undefined, 'utf8') + cipher.final('utf8');
}
