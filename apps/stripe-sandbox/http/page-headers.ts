import type { FastifyReply } from 'fastify';

/** Pages are shown in frames of the shop, so framing is allowed; everything they load comes from here, nothing is inline. */
export function pageHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff');
}
