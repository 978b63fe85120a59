import { randomBytes } from 'node:crypto';
import { photoOrigin } from '@carhouse/domain/image/shown-photo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CardConfig } from '../../config/card-config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the security headers for a response that no route sends.
     * @param nonce the nonce of the response's inline scripts.
     */
    makeSecurityHeaders(nonce: string): Readonly<Record<string, string>>;
  }
  interface FastifyReply {
    /** The nonce that allows the inline scripts of this response. */
    cspNonce: string;
  }
}

export type HeaderOptions = {
  readonly cards: CardConfig;
  readonly isDevelopment: boolean;
  /** Whether browsers reach the server over TLS. */
  readonly isHttps: boolean;
};

/**
 * Adds the headers that every response has (docs/reliability.md, checks of a request). A route may set its own content
 * security policy.
 */
export function registerSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  app.decorateReply('cspNonce', '');
  app.decorate('makeSecurityHeaders', (nonce: string) => makeSecurityHeaders(nonce, options));
  app.addHook('onRequest', async (_request, reply) => {
    reply.cspNonce = makeNonce();
  });
  app.addHook('onSend', async (_request, reply) => setSecurityHeaders(reply, reply.cspNonce, options));
}

export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

export function setSecurityHeaders(reply: FastifyReply, nonce: string, options: HeaderOptions): void {
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', makeContentSecurityPolicy(nonce, options));
  }
  for (const [name, value] of Object.entries(makeFixedSecurityHeaders(options))) {
    if (name !== 'referrer-policy' || !reply.hasHeader(name)) reply.header(name, value);
  }
}

/** Returns the headers that are the same in every response, also in responses that no route sends. */
export function makeFixedSecurityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    ...(options.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

function makeSecurityHeaders(nonce: string, options: HeaderOptions): Readonly<Record<string, string>> {
  return { 'content-security-policy': makeContentSecurityPolicy(nonce, options), ...makeFixedSecurityHeaders(options) };
}

function makeContentSecurityPolicy(nonce: string, options: HeaderOptions): string {
  const nonceSource = nonce === '' ? '' : ` 'nonce-${nonce}'`;
  const usesStripe = options.cards.kind === 'stripe';
  const directives = [
    "default-src 'self'",
    `script-src 'self'${nonceSource}${usesStripe ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    // Vite's development client adds styles by script.
    options.isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self'${nonceSource}`,
    `img-src 'self' data: ${photoOrigin}`,
    `connect-src 'self'${usesStripe ? ' https://api.stripe.com' : ''}${options.isDevelopment ? ' ws: wss:' : ''}`,
    `frame-src 'self'${usesStripe ? ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com' : ''}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return directives.join('; ');
}
