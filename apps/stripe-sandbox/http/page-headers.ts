import type { FastifyReply } from 'fastify';

/**
 * Sets the headers of pages that the shop shows in frames. The headers allow framing. The pages load everything from
 * this origin and have no inline scripts.
 */
export function pageHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff');
}
