import { z } from 'zod/mini';

/**
 * Functions that make parts of schemas. The server uses these schemas to check messages of child processes, because these
 * processes read strangers' files.
 */

/** A whole number from 0, or `minimum`, to `maximum`. */
export function wholeNumberUpTo(maximum: number, minimum = 0) {
  return z.int().check(z.gte(minimum), z.lte(maximum));
}

/** A text of limited length that PostgreSQL can store: without NUL and without halves of characters. */
export function textUpTo(maximum: number) {
  return z.string().check(
    z.maxLength(maximum),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), { abort: true }),
  );
}

/** A list of limited length. The length is checked before any of its items is. */
export function listUpTo<Item extends z.core.$ZodType>(item: Item, maximum: number) {
  const hasAllowedLength = (value: unknown): boolean => Array.isArray(value) && value.length <= maximum;
  return z.pipe(z.custom<z.core.input<Item>[]>(hasAllowedLength), z.array(item));
}

/** Bytes of limited length, and at least one. */
export function boundedBytes(maximum: number) {
  return z.instanceof(Buffer).check(z.refine(({ length }) => length > 0 && length <= maximum));
}

/** What is wrong with a message, without any of its content: the places and the kinds of the first faults. */
export function describeIssues({ issues }: z.core.$ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join('.').slice(0, 60)} ${code}`)
    .join('; ');
}
