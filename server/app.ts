import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { registerAccountRoutes } from './accounts/routes.ts';
import { registerAdvertisementRoutes } from './advertisements/routes.ts';
import { registerBookingRoutes } from './bookings/routes.ts';
import type { Context } from './context.ts';
import { registerBodyEncoding } from './http/body-encoding.ts';
import { registerDraining } from './http/draining.ts';
import { registerHealthRoutes } from './http/health-routes.ts';
import { registerIdentityRoutes } from './http/identity-routes.ts';
import { registerApiNotFound } from './http/not-found.ts';
import { registerOpenApi } from './http/openapi.ts';
import { registerOriginCheck } from './http/origin-check.ts';
import { registerProblems } from './http/problems.ts';
import { registerSandboxProxy } from './http/sandbox-proxy.ts';
import { type HeaderOptions, registerSecurityHeaders } from './http/security-headers.ts';
import { serializerCompiler } from './http/serializer.ts';
import { registerSession } from './http/session.ts';
import { answerUnreadableBytes, answerUnreadableUrl } from './http/unreadable-requests.ts';
import { registerImageRoutes } from './images/routes.ts';
import { registerListingRoutes } from './listings/routes.ts';
import { registerPaymentRoutes } from './payments/routes.ts';
import { registerWishRoutes } from './wishes/routes.ts';

export type AppOptions = {
  /** Where the sandbox card provider listens; absent when Stripe takes the cards. */
  readonly sandboxUrl?: string;
  /** Adds the pages; tests of the API leave it out. */
  readonly registerPages?: (app: FastifyInstance) => Promise<void>;
};

/** Limits of RELIABILITY §7.3. */
const jsonLimit = 64 * 1024;
const requestTimeout = 30_000;
const headersTimeout = 10_000;

/** The HTTP side of the house over a context: every route, nothing listening yet. */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const headers: HeaderOptions = {
    cards: context.config.cards,
    development: context.config.development,
    https: context.config.publicUrl.startsWith('https:'),
  };
  const app: FastifyInstance = fastify({
    loggerInstance,
    genReqId: () => context.newId(),
    bodyLimit: jsonLimit,
    requestTimeout,
    http: { headersTimeout },
    // URLs of this API carry e-mail addresses, which must not stand in a log
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false, caseSensitive: true },
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadableUrl(headers),
    clientErrorHandler: answerUnreadableBytes(() => context.newId()),
  });
  const isDraining = registerDraining(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerProblems(app);
  registerApiNotFound(app);
  registerSecurityHeaders(app, headers);
  registerBodyEncoding(app);
  registerSession(app, context.identity);
  registerOriginCheck(app, context.identity.isOwnOrigin);
  await registerOpenApi(app);
  registerHealthRoutes(app, context, isDraining);
  registerIdentityRoutes(app, context.identity);
  registerListingRoutes(app, context);
  registerAccountRoutes(app, context);
  registerBookingRoutes(app, context);
  registerPaymentRoutes(app, context);
  registerWishRoutes(app, context);
  registerAdvertisementRoutes(app, context);
  registerImageRoutes(app, context);
  if (options.sandboxUrl !== undefined) registerSandboxProxy(app, options.sandboxUrl);
  await options.registerPages?.(app);
  return app;
}
