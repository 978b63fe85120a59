import { DomainError } from '../errors/domain-error.ts';

/**
 * A UUID that identifies a record of one noun. The type prevents code from passing the id of a booking as the id of a
 * listing.
 */
export type Id<Noun extends string> = string & { readonly __id: Noun };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Parses an id from a client. Returns undefined when the text is not a UUID, so that the caller answers 404 and the
 * database reports no error.
 */
export function parseId<Noun extends string>(text: string): Id<Noun> | undefined {
  const lowerCaseText = text.toLowerCase();
  return uuidPattern.test(lowerCaseText) ? (lowerCaseText as Id<Noun>) : undefined;
}

/** Parses an id from a client; the id must be a UUID. @throws DomainError NOT_FOUND. */
export function requireId<Noun extends string>(text: string): Id<Noun> {
  const id = parseId<Noun>(text);
  if (id === undefined) throw new DomainError('NOT_FOUND');
  return id;
}

/**
 * Makes a UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds, then random bits, so that new rows are added at the
 * end of an index. `random` must contain at least ten bytes from a secure source.
 */
export function makeId<Noun extends string>(now: Date, random: Uint8Array): Id<Noun> {
  if (random.length < 10) throw new RangeError('An id needs ten random bytes.');
  const time = now.getTime().toString(16).padStart(12, '0');
  const bytes = Array.from(random.subarray(0, 10));
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70;
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80;
  const hexText = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-${hexText.slice(0, 4)}-${hexText.slice(4, 8)}-${hexText.slice(8)}` as Id<Noun>;
}
