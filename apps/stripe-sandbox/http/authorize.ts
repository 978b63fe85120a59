import { createHash, timingSafeEqual } from 'node:crypto';
import type { Params } from '../params.ts';
import { StripeError } from '../stripe-error.ts';

export type KeyKind = 'secret' | 'publishable';

/**
 * The kind of API key that the call has. The key is a Bearer token, a Basic user name, or the parameter `key`, in which
 * browsers send the publishable key. The function throws 401 for a missing or unknown key.
 */
export function authorize(
  header: string | undefined,
  params: Params,
  keys: { secretKey: string; publishableKey: string },
): KeyKind {
  const headerKey = readKeyFromHeader(header);
  const key = headerKey ?? (typeof params.key === 'string' ? params.key : undefined);
  if (key === undefined || key === '') {
    throw new StripeError(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. "Authorization: Bearer YOUR_SECRET_KEY").',
    });
  }
  if (headerKey !== undefined && isSameText(key, keys.secretKey)) return 'secret';
  if (isSameText(key, keys.publishableKey)) return 'publishable';
  throw new StripeError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${maskApiKey(key)}`,
  });
}

/** Compares two texts in constant time. */
export function isSameText(a: string, b: string): boolean {
  const hashKey = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(hashKey(a), hashKey(b));
}

function readKeyFromHeader(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [scheme = '', value = ''] = header.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}

function maskApiKey(key: string): string {
  return key.length < 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
}
