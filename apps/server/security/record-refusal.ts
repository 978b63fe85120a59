import type { LimitedAttemptKind } from '@carhouse/auth/attempt-guard';
import type { AccountId } from '@carhouse/domain/account/account';
import type { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { FastifyRequest } from 'fastify';
import { findRequestBucket } from '../http/routing/client-address.ts';
import type { SecurityLog } from './record-security-events.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of event that the security log records for calls of this route. */
    securityEvent?: SecurityEventName;
  }
  interface FastifyRequest {
    /** The actor, after a route has read the session; null before that, and for visitors. */
    actorId: AccountId | null;
    /** The e-mail address in a sign-in request, which only the security log uses. */
    namedEmail: string | null;
  }
}

/**
 * Error codes of refusals that may be part of an attack, with their kind of event. Errors of invalid forms and of
 * conflicts are not in the table.
 */
const eventsByErrorCode: Readonly<Partial<Record<ErrorCode, SecurityEventName>>> = {
  INVALID_CREDENTIALS: 'sign-in',
  UNAUTHENTICATED: 'refusal',
  ROLE_REQUIRED: 'refusal',
  NOT_YOURS: 'refusal',
  CSRF: 'refusal',
  ROLE_NOT_ALLOWED: 'refusal',
  RECENT_SIGN_IN_REQUIRED: 'refusal',
  PASSWORD_CHANGE_REQUIRED: 'refusal',
  SECOND_FACTOR_REQUIRED: 'refusal',
  PAYOUTS_UNCONFIRMED: 'refusal',
  SECOND_FACTOR_PROOF_REQUIRED: 'second-factor',
  PASSWORD_NEEDED: 'second-factor',
  SECOND_FACTOR_WRONG: 'second-factor',
  SECOND_FACTOR_KEPT: 'second-factor',
  SIGN_IN_ENDED: 'second-factor',
  PASSKEY_NOT_VALID: 'second-factor',
  OLD_PASSWORD_WRONG: 'password',
  LINK_NOT_VALID: 'password',
  EMAIL_TAKEN: 'sign-up',
  EMAIL_NOT_VERIFIED: 'sign-in',
  CARD_NUMBER_REFUSED: 'refusal',
  OWN_ACCOUNT: 'role-act',
  LAST_ADMIN: 'role-act',
  INVALID_SIGNATURE: 'webhook',
  RATE_LIMITED: 'limit',
  UPLOAD_LIMIT: 'limit',
  UPLOADS_BUSY: 'limit',
  IMPORT_QUOTA: 'limit',
  LISTING_LIMIT: 'limit',
  BOOKING_LIMIT: 'limit',
  HOST_NOT_KNOWN: 'refusal',
  BOOKING_PACE: 'limit',
  HOLD_LIMIT: 'hold',
  HOLD_COOLDOWN: 'hold',
};

/** Rate limits that count by the e-mail address of a sign-in. */
const emailLimitNames: ReadonlySet<string | undefined> = new Set([
  'sign-in account',
  'sign-in known',
  'sign-in newcomer',
  'sign-in newcomers',
] satisfies LimitedAttemptKind[]);

/**
 * Records a refused request that may be part of an attack. The function makes no query: it uses only what was already
 * read for the request.
 */
export function recordRefusal(securityLog: SecurityLog, request: FastifyRequest, domainError: DomainError): void {
  const securityEventOfRoute = request.routeOptions.config.securityEvent;
  const event = eventsByErrorCode[domainError.code];
  if (event === undefined) return;
  // The e-mail address in the request is recorded only for limits that count by it. For other limits, a flood of
  // requests with many e-mail addresses would create a row for each address.
  const recordedEmail = event === 'limit' && !emailLimitNames.has(domainError.limit) ? null : request.namedEmail;
  securityLog.record({
    // A refusal of a call with a `securityEvent` is recorded under that name, for example as a sign-in. A refusal by a
    // rate limit is recorded as a limit for every call.
    event: event === 'refusal' && securityEventOfRoute !== undefined ? securityEventOfRoute : event,
    result: 'refused',
    code: domainError.limit ?? domainError.code,
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    bucket: findRequestBucket(request),
    ...(request.actorId === null ? {} : { accountId: request.actorId }),
    ...(request.actorId !== null || recordedEmail === null ? {} : { email: recordedEmail }),
  });
}
