import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import qs from 'qs';
import type { SandboxContext } from '../sandbox-context.ts';
import { API_VERSION } from '../step.ts';
import { StripeError, type StripeErrorBody } from '../stripe-error.ts';
import { addAccountPages } from './account-pages.ts';
import { addApiRoutes } from './api-routes.ts';
import { HtmlResponseError } from './apply-faults.ts';
import { addBrowserRoutes } from './browser-routes.ts';
import { addChallengeRoutes } from './challenge-routes.ts';
import { addPaynowPages } from './paynow-pages.ts';

/**
 * Builds the HTTP app. Each route exists at the root. With a base path, each route also exists below that path, so a
 * proxy in front may remove the prefix or pass it on.
 */
export async function buildApp(sandbox: SandboxContext, basePath: string): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    genReqId: () => `req_${sandbox.makeRandomId()}`,
    requestIdHeader: false,
    routerOptions: { querystringParser: (query) => qs.parse(query) },
  });
  app.removeAllContentTypeParsers();
  // Bodies are forms, as on the real API. A body of another type is read as a form, and the call then fails because its
  // parameters are missing.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, finishParsing) => {
    finishParsing(null, qs.parse(String(body), { depth: 6, parameterLimit: 1000 }));
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id);
    reply.header('stripe-version', readRequestedVersion(request));
    reply.header('cache-control', 'no-store');
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`;
    void reply.code(404).send({ error: { type: 'invalid_request_error', message } });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof HtmlResponseError) {
      return reply.code(error.status).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>');
    }
    if (error instanceof StripeError) return reply.code(error.status).send({ error: error.body });
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) sandbox.log(`${request.id} ${request.method} ${request.url.split('?')[0]}: ${error.stack}`);
    const body: StripeErrorBody =
      status === 500
        ? { type: 'api_error', message: `An unknown error occurred. Request: ${request.id}` }
        : { type: 'invalid_request_error', message: error.message };
    return reply.code(status).send({ error: body });
  });

  const registerRoutes = async (scope: FastifyInstance) => {
    addApiRoutes(scope, sandbox);
    addChallengeRoutes(scope, sandbox);
    addAccountPages(scope, sandbox);
    addPaynowPages(scope, sandbox);
    await addBrowserRoutes(scope);
  };
  await app.register(registerRoutes);
  if (basePath !== '') await app.register(registerRoutes, { prefix: basePath });
  return app;
}

function readRequestedVersion(request: FastifyRequest): string {
  const version = request.headers['stripe-version'];
  return typeof version === 'string' ? version : API_VERSION;
}
