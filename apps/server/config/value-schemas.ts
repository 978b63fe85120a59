import { z } from 'zod';

/** Anything but blanks, without the blanks around it. */
export const text = z.string().trim().min(1);

/** The API answers at the root of its host, so a path after the origin would lead nowhere. */
export const origin = z
  .string()
  .refine(isOrigin, { error: 'must be a URL without a path, such as https://cars.example' })
  .transform((url) => new URL(url).origin);

/** As many characters as a kept secret has at least (server/kept-secret.ts); the operator chooses them. */
export const secret = z.string().trim().min(32, 'must have at least 32 characters');

/** `1` or `0`; not set means `0`. */
export const flag = z
  .enum(['0', '1'], { error: 'must be 1 or 0' })
  .default('0')
  .transform((value) => value === '1');

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '' && pathname === '/';
}
