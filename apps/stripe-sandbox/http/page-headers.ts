import type { FastifyReply } from 'fastify';

export type PageAccess = {
  /** Whether the shop may show the page in a frame. */
  isFramed: boolean;
  /** Origins to which the response to a form of the page may redirect, besides the page's own origin. */
  formTargets?: readonly string[];
};

/**
 * Sets the headers of pages. By default the headers allow framing by the shop. The pages load everything from this
 * origin and have no inline scripts.
 */
export function setPageHeaders(reply: FastifyReply, access: PageAccess = { isFramed: true }): FastifyReply {
  const formTargets = ["'self'", ...(access.formTargets ?? [])].join(' ');
  const securityPolicy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action ${formTargets}; base-uri 'none'`;
  return reply
    .header('content-security-policy', access.isFramed ? securityPolicy : `${securityPolicy}; frame-ancestors 'none'`)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff');
}
