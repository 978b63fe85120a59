import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Adds an entity tag to a cacheable response, and answers 304 when the client already has the same bytes. Responses
 * with different bytes have different tags. The tag is weak, because a proxy may compress the bytes.
 */
export async function addEntityTag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
  // A response from the cache already has its tag.
  if (reply.getHeader('cache-control') === 'no-store' || reply.hasHeader('etag')) return payload;
  const tag = computeTag(payload);
  reply.header('etag', tag);
  if (!hasMatchingTag(request.headers['if-none-match'], tag)) return payload;
  reply.code(304);
  return null;
}

/** Returns the weak entity tag of these bytes. Equal bytes always have the same tag. */
export function computeTag(bytes: string | Buffer): string {
  return `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

/** Whether the header lists the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function hasMatchingTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const removeWeakMark = (text: string): string => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((each) => removeWeakMark(each) === removeWeakMark(tag));
}
