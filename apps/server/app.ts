import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { requestConfirmationAfterSignUp } from './accounts/ask-link.ts';
import { findSignUpNetwork } from './accounts/find-network.ts';
import { recordConnection } from './accounts/record-connection.ts';
import { registerCredentialRoutes } from './accounts/register-credential-routes.ts';
import { registerPasswordRoutes } from './accounts/register-password-routes.ts';
import { removeRecordsOfEarlierUse } from './accounts/remove-strangers-data.ts';
import { registerAccountRoutes } from './accounts/routes.ts';
import { registerAdvertisementRoutes } from './advertisements/routes.ts';
import { registerApprovalRoutes } from './approvals/routes.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { registerBankPartRoutes } from './bank-parts/routes.ts';
import { registerBookingRoutes } from './bookings/routes.ts';
import type { Context } from './context.ts';
import { registerFeedbackRoutes } from './feedback/routes.ts';
import { registerFeeRoutes } from './fees/routes.ts';
import { registerBodyEncoding } from './http/bodies/body-encoding.ts';
import { answerLimits, registerAnswerCache } from './http/cache/answer-cache.ts';
import { createEarlyServer } from './http/cache/early-answers.ts';
import type { PublicAnswer } from './http/cache/public-answer.ts';
import { ResponseCache } from './http/cache/response-cache.ts';
import { registerApiNotFound } from './http/errors/not-found.ts';
import { registerProblems } from './http/errors/problems.ts';
import {
  makeExpectationHandler,
  makeUnreadableBytesHandler,
  makeUnreadableUrlHandler,
} from './http/errors/unreadable-requests.ts';
import { registerAdmission } from './http/limits/admission.ts';
import { registerLanes } from './http/limits/lanes.ts';
import { registerRateLimits } from './http/limits/limit-requests.ts';
import { registerOverload } from './http/limits/overload.ts';
import { registerDeadline } from './http/limits/request-deadline.ts';
import { serverLimits } from './http/limits/server-limits.ts';
import { registerConnectionShares } from './http/limits/share-connections.ts';
import { registerWorkShares } from './http/limits/share-work.ts';
import { registerClientAddress } from './http/routing/client-address.ts';
import { registerDraining } from './http/routing/draining.ts';
import { registerHeadRequests } from './http/routing/head-requests.ts';
import { registerHealthRoutes } from './http/routing/health-routes.ts';
import { registerIdempotency } from './http/routing/idempotency.ts';
import { registerIdentityRoutes } from './http/routing/identity-routes.ts';
import { createRequestCheck, registerKnownHosts } from './http/routing/known-hosts.ts';
import { registerMetrics } from './http/routing/measure-requests.ts';
import { registerMetricsRoutes } from './http/routing/metrics-routes.ts';
import { registerOpenApi } from './http/routing/openapi.ts';
import { registerOriginCheck } from './http/routing/origin-check.ts';
import { registerOwnWrites } from './http/routing/own-writes.ts';
import { normaliseTarget } from './http/routing/request-target.ts';
import { registerSandboxProxy } from './http/routing/sandbox-proxy.ts';
import { type HeaderOptions, registerSecurityHeaders } from './http/routing/security-headers.ts';
import { serializerCompiler } from './http/routing/serializer.ts';
import { registerSession } from './http/routing/session.ts';
import { registerImageRoutes } from './images/routes.ts';
import { registerImportRoutes } from './imports/routes.ts';
import { registerLedgerRoutes } from './ledger/routes.ts';
import { createCardWriter } from './listings/present-cards.ts';
import { registerListingRoutes } from './listings/routes.ts';
import { registerOverviewRoutes } from './overview/routes.ts';
import { registerPaymentInstructionRoutes } from './payment-instructions/routes.ts';
import { registerPaymentRoutes } from './payments/routes.ts';
import { registerPayoutAccountRoutes } from './payout-accounts/routes.ts';
import { registerReconciliationRoutes } from './reconciliation/routes.ts';
import { registerReportRoutes } from './reports/routes.ts';
import { registerReservationRoutes } from './reservations/routes.ts';
import { registerSaleRoutes } from './sales/routes.ts';
import { registerSearchRoutes } from './search/routes.ts';
import { registerFactorRoutes } from './second-factor/routes.ts';
import { registerSecurityRecords } from './security/register-security-records.ts';
import { registerSecurityRoutes } from './security/routes.ts';
import { registerSellerPaymentRoutes } from './seller-payments/routes.ts';
import { registerSellerRoutes } from './sellers/routes.ts';
import { registerSitemap } from './ssr/register-sitemap.ts';
import { createRequestIds, registerTraces } from './tracing/trace-requests.ts';
import { registerWishRoutes } from './wishes/routes.ts';

export type AppOptions = {
  /** URL of the sandbox card provider; absent when Stripe processes the cards. */
  readonly sandboxUrl?: string;
  /** Registers the routes of the web pages. Tests of the API omit this function. */
  readonly registerPages?: (app: FastifyInstance) => Promise<void>;
  /** Whether the server caches responses for visitors. Tests that compare responses set this option to `false`. */
  readonly cachesAnswers?: boolean;
  /** A monotonic clock in milliseconds, for tests of caches. */
  readonly cacheClock?: () => number;
};

declare module 'node:net' {
  interface Server {
    /**
     * Whether a worker process of `node:cluster` closes the connections beyond `maxConnections`. Node 24 has this
     * property, but @types/node does not declare the property.
     */
    dropMaxConnection?: boolean;
  }
}

/** Builds the Fastify app with every route; the app does not listen on a port yet. */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const headerOptions: HeaderOptions = {
    cards: context.config.cards,
    isDevelopment: context.config.isDevelopment,
    isHttps: context.config.publicUrl.startsWith('https:'),
  };
  const isBehindProxy = context.config.trustedProxies.length > 0;
  const keepAliveTimeout = isBehindProxy ? serverLimits.keepAliveTimeoutBehindProxy : serverLimits.keepAliveTimeout;
  const checkRequestTarget = createRequestCheck(context.config);
  const serverWithEarlyAnswers = createEarlyServer(serverLimits, keepAliveTimeout, checkRequestTarget);
  const app: FastifyInstance = fastify({
    loggerInstance,
    genReqId: createRequestIds(context.config.trustedProxies, () => context.newId()),
    bodyLimit: serverLimits.jsonBytes,
    serverFactory: serverWithEarlyAnswers.serverFactory,
    rewriteUrl: (request) => {
      checkRequestTarget(request);
      return normaliseTarget(request.url ?? '', request.method);
    },
    // The log omits URLs, because URLs of this API contain e-mail addresses.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false, caseSensitive: true },
    forceCloseConnections: 'idle',
    frameworkErrors: makeUnreadableUrlHandler(headerOptions),
    clientErrorHandler: makeUnreadableBytesHandler(() => context.newId(), headerOptions),
  });
  app.server.maxConnections = serverLimits.maxConnections;
  // Without this setting, a full worker process returns a connection to the primary process, which gives the connection
  // to a full worker process again.
  app.server.dropMaxConnection = true;
  registerConnectionShares(app, context);
  app.server.on('checkExpectation', makeExpectationHandler(headerOptions));
  registerHeadRequests(app);
  const drainingState = registerDraining(app, () => serverWithEarlyAnswers.servers);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerProblems(app, context.securityLog, context.config);
  app.decorate('businessMode', context.config.businessMode);
  registerApiNotFound(app);
  registerTraces(app, context.tracing);
  registerSecurityHeaders(app, headerOptions);
  registerKnownHosts(app, checkRequestTarget);
  registerBodyEncoding(app);
  registerDeadline(app, serverLimits);
  registerClientAddress(app, context.config.trustedProxies);
  registerMetrics(app, context.metrics);
  registerLanes(app);
  registerOverload(app, context);
  registerAdmission(app, context);
  registerRateLimits(app, context);
  registerWorkShares(app, context);
  serverWithEarlyAnswers.register(app, {
    metrics: context.metrics,
    endsConnections: drainingState.endsConnections,
  });
  if (options.cachesAnswers !== false) {
    const answers = new ResponseCache<PublicAnswer>(answerLimits, options.cacheClock);
    context.metrics.registerCache('answers', answers);
    registerAnswerCache(app, answers, context.catalogue.onChanges, options.cacheClock);
  }
  registerSession(app, context.identity);
  registerOwnWrites(app, context);
  registerOriginCheck(app, context.identity.isOwnOrigin);
  registerSecurityRecords(app, context);
  registerIdempotency(app, context);
  await registerOpenApi(app, context.config.isPublicDemo);
  registerHealthRoutes(app, context, drainingState.isStopping);
  registerMetricsRoutes(app, context);
  registerIdentityRoutes(
    app,
    context.identity,
    (signedUpAccount, bucket) => requestConfirmationAfterSignUp(context, signedUpAccount, bucket),
    (event, { namedEmail }, bucket) =>
      context.securityLog.record({
        event,
        result: 'allowed',
        bucket,
        ...(namedEmail === null ? {} : { email: namedEmail }),
      }),
    {
      onConnected: (connection) => recordConnection(context, connection),
      onAdopted: (trx, accountId) => removeRecordsOfEarlierUse(context, trx, accountId),
    },
    (request) => findSignUpNetwork(context, request),
  );
  const cardWriter = createCardWriter(context);
  registerListingRoutes(app, context, cardWriter);
  registerSellerRoutes(app, context);
  registerAccountRoutes(app, context);
  registerApprovalRoutes(app, context);
  registerCredentialRoutes(app, context);
  registerPasswordRoutes(app, context);
  registerFactorRoutes(app, context);
  registerBookingRoutes(app, context);
  registerPaymentRoutes(app, context);
  registerPayoutAccountRoutes(app, context);
  registerSellerPaymentRoutes(app, context);
  registerPaymentInstructionRoutes(app, context);
  registerReconciliationRoutes(app, context);
  registerWishRoutes(app, context);
  registerAdvertisementRoutes(app, context);
  registerImageRoutes(app, context);
  registerImportRoutes(app, context);
  registerAuditRoutes(app, context);
  registerLedgerRoutes(app, context);
  registerFeeRoutes(app, context);
  registerReservationRoutes(app, context);
  registerSaleRoutes(app, context);
  registerBankPartRoutes(app, context);
  registerSecurityRoutes(app, context);
  registerSearchRoutes(app, context, cardWriter);
  registerOverviewRoutes(app, context);
  registerSitemap(app, context);
  registerFeedbackRoutes(app, context);
  registerReportRoutes(app, context);
  if (options.sandboxUrl !== undefined) registerSandboxProxy(app, options.sandboxUrl);
  await options.registerPages?.(app);
  return app;
}
