import type { Problem } from '@carhouse/contract/problem';
import { isTemporaryFault } from '@carhouse/database/connection/passing-fault';
import { findSqlState } from '@carhouse/database/connection/transaction';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ModeConfig } from '../../config/mode-config.ts';
import { recordRefusal } from '../../security/record-refusal.ts';
import type { SecurityLog } from '../../security/record-security-events.ts';
import { readIdentity } from '../routing/request-identity.ts';
import { errorStatuses, statusTitles } from './error-statuses.ts';
import { htmlType, renderRefusalPage } from './refusal-page.ts';
import { wantsPage } from './wants-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether pages show the notice of a public demo (`DEMO=1`). */
    isPublicDemo: boolean;
  }
  interface FastifyContextConfig {
    /** Extra fields in every problem response of this route. */
    refusalFields?: Readonly<Record<string, boolean>>;
    /** Whether an invalid query is answered with 422, like an invalid body. */
    queryIsForm?: boolean;
  }
}

/**
 * Error codes of refusals that may be part of an attack, so they are logged at the default level (ASVS 16.3). A demo on
 * the operator's own machine logs these refusals at a lower level, because a wrong password is a typing mistake there.
 * The webhook logs the refusals of events.
 */
const loggedRefusals = new Set<ErrorCode>(['INVALID_CREDENTIALS', 'CSRF', 'ROLE_REQUIRED']);

/**
 * SQLSTATE codes of a table that does not exist and of a missing right. These codes occur while an operator restores or
 * repairs a part of the database. In this time only the calls that need that part are refused (docs/reliability.md
 * fault 36).
 */
const missingTableSqlState = '42P01';
const missingRightSqlState = '42501';

/** Returns the pattern of the route, because a concrete path may contain an e-mail address. */
function describeRoute(request: FastifyRequest): { readonly method: string; readonly route: string | undefined } {
  return { method: request.method, route: request.routeOptions.url };
}

/**
 * Turns every error into a problem+json response, or into an HTML page when a browser opens a page. The error code decides
 * the status. An unknown error becomes 500 and is logged.
 */
export function registerProblems(
  app: FastifyInstance,
  securityLog?: SecurityLog,
  { isPublicDemo, isDemo }: Pick<ModeConfig, 'isPublicDemo' | 'isDemo'> = { isPublicDemo: false, isDemo: false },
): void {
  app.decorate('isPublicDemo', isPublicDemo);
  const refusalLogLevel = isDemo && !isPublicDemo ? 'info' : 'warn';
  const shouldLogNow = createLogLimiter();
  app.decorateRequest('actorId', null);
  app.decorateRequest('namedEmail', null);
  app.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    const domainError = toDomainError(error, request.routeOptions.config.queryIsForm === true);
    const status = errorStatuses[domainError.code];
    if (securityLog !== undefined) recordRefusal(securityLog, request, domainError);
    if (status >= 500 && !isTemporaryRefusal(domainError) && shouldLogNow(domainError))
      request.log.error({ err: error, code: domainError.code }, 'request failed');
    else if (loggedRefusals.has(domainError.code))
      request.log[refusalLogLevel]({ code: domainError.code, ...describeRoute(request) }, 'request refused');
    else request.log.debug({ code: domainError.code }, 'request refused');
    return sendProblem(request, reply, domainError);
  });
}

/**
 * Returns a function that says whether to log an error: only the first one of each second. Without this limit, an
 * overloaded database would fill the log with errors.
 */
function createLogLimiter(now: () => number = () => performance.now()): (domainError: DomainError) => boolean {
  let nextLogAt = 0;
  return (domainError) => {
    if (domainError.code !== 'UNAVAILABLE') return true;
    if (now() < nextLogAt) return false;
    nextLogAt = now() + 1_000;
    return true;
  };
}

/**
 * Whether the error is a temporary refusal that asks the client to try again: the catalogue is loading, or the server
 * is overloaded. An UNAVAILABLE error that has a cause is not such a refusal, and is logged.
 */
function isTemporaryRefusal(domainError: DomainError): boolean {
  return domainError.code === 'UNAVAILABLE' && domainError.cause === undefined;
}

/** Sends a problem response, or an HTML page with the same content when a browser opens a page. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, domainError: DomainError): FastifyReply {
  const problem = makeProblem(domainError, request.id);
  const { status } = problem;
  const retryAfterSeconds = domainError.retryAfter ?? (status === 503 || status === 429 ? 2 : undefined);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  reply.code(status).header('cache-control', 'no-store');
  if (wantsPage(request)) {
    const { isPublicDemo } = request.server;
    const { theme } = readIdentity(request.raw);
    return reply
      .type(htmlType)
      .send(renderRefusalPage({ problem, retryAfter: retryAfterSeconds, nonce: reply.cspNonce, theme, isPublicDemo }));
  }
  const body = { ...problem, ...request.routeOptions.config.refusalFields };
  return reply
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

/** The problem+json body of an error. */
export function makeProblem(domainError: DomainError, requestId: string): Problem {
  const status = errorStatuses[domainError.code];
  return {
    type: 'about:blank',
    title: statusTitles[status] ?? 'Error',
    status,
    code: domainError.code,
    detail: domainError.message,
    requestId,
    ...(domainError.prices === undefined ? {} : { prices: { ...domainError.prices } }),
    ...(domainError.errors.length === 0 ? {} : { errors: domainError.errors.map((each) => ({ ...each })) }),
  };
}

function toDomainError(error: FastifyError | DomainError, queryIsForm: boolean): DomainError {
  if (error instanceof DomainError) return error;
  const validationFaults = error.validation;
  if (validationFaults !== undefined) return makeValidationError(error, validationFaults, queryIsForm);
  if (error.statusCode === 413) return new DomainError('PAYLOAD_TOO_LARGE');
  if (error.statusCode === 415) return new DomainError('UNSUPPORTED_MEDIA_TYPE');
  if (error.statusCode === 429) return new DomainError('RATE_LIMITED');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new DomainError('BAD_REQUEST');
  const state = findSqlState(error);
  if (isTemporaryFault(error) || state === missingTableSqlState || state === missingRightSqlState)
    return new DomainError('UNAVAILABLE', { cause: error });
  // These codes mean that the database received a text with a NUL or an unpaired surrogate and cannot compare this
  // text.
  if (state === '22021' || state === '22P05') return new DomainError('BAD_REQUEST');
  return new DomainError('INTERNAL', { cause: error });
}

/**
 * Returns the error for a failed validation. The status is 422 for an invalid body, and for an invalid query that a
 * user filled in on a form. The status is 400 for every other invalid query and for an invalid path.
 */
function makeValidationError(
  error: FastifyError,
  validationFaults: NonNullable<FastifyError['validation']>,
  queryIsForm: boolean,
): DomainError {
  const errors = validationFaults.map((fieldFault) => ({
    path: fieldFault.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    code: fieldFault.keyword,
    message: fieldFault.message ?? 'Not right',
  }));
  const validatedPart = (error as { validationContext?: string }).validationContext;
  const isFormField = validatedPart === 'body' || (validatedPart === 'querystring' && queryIsForm);
  return new DomainError(isFormField ? 'INVALID' : 'BAD_REQUEST', { errors });
}
