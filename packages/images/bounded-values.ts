import { z } from 'zod/mini';

/**
 * Functions that make schemas for parts of messages. The server uses these schemas to check messages of child
 * processes, because these processes read strangers' files.
 */

/** A whole number from `minimum` (0 by default) to `maximum`. */
export function makeWholeNumberSchema(maximum: number, minimum = 0) {
  return z.int().check(z.gte(minimum), z.lte(maximum));
}

/** A text of limited length that PostgreSQL can store: without NUL and without unpaired surrogates. */
export function makeTextSchema(maximum: number) {
  return z.string().check(
    z.maxLength(maximum),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), { abort: true }),
  );
}

/** A list of limited length. The length of the list is checked before its items are checked. */
export function makeListSchema<Item extends z.core.$ZodType>(item: Item, maximum: number) {
  const hasAllowedLength = (value: unknown): boolean => Array.isArray(value) && value.length <= maximum;
  return z.pipe(z.custom<z.core.input<Item>[]>(hasAllowedLength), z.array(item));
}

/** Bytes of limited length, at least one byte. */
export function makeBytesSchema(maximum: number) {
  return z.instanceof(Buffer).check(z.refine(({ length }) => length > 0 && length <= maximum));
}

/** Describes the faults of a message without its content: the paths and the kinds of the first faults. */
export function describeIssues({ issues }: z.core.$ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join('.').slice(0, 60)} ${code}`)
    .join('; ');
}
