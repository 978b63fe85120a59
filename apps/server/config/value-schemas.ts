import { z } from 'zod';

/** Trimmed text that is not empty. */
export const text = z.string().trim().min(1);

/** An origin: a URL without a path, because the API is at the root of its host. */
export const originSchema = z
  .string()
  .refine(isOrigin, { error: 'must be a URL without a path, such as https://cars.example' })
  .transform((url) => new URL(url).origin);

/**
 * The minimum length of a secret that the operator chooses, which equals the length of a generated secret
 * (startup/kept-secret.ts).
 */
export const secret = z.string().trim().min(32, 'must have at least 32 characters');

/** `1` or `0`; unset means `0`. */
export const flagSchema = z
  .enum(['0', '1'], { error: 'must be 1 or 0' })
  .default('0')
  .transform((value) => value === '1');

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '' && pathname === '/';
}
