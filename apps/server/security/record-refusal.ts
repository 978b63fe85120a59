import type { AccountId } from '@carhouse/domain/account/account';
import type { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { FastifyRequest } from 'fastify';
import { addressBucket, clientAddress } from '../http/routing/client-address.ts';
import type { SecurityLog } from './record-security-events.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of event that the security log records for this route. */
    securityEvent?: SecurityEventName;
  }
  interface FastifyRequest {
    /** Who acts, once a route has read the session; null before that and for visitors. */
    actorId: AccountId | null;
    /** The e-mail address that a sign-in named, for the security log alone. */
    namedEmail: string | null;
  }
}

/** Refusals that say something about an attack. Faults in a form and lost races do not. */
const recorded: Readonly<Partial<Record<ErrorCode, SecurityEventName>>> = {
  INVALID_CREDENTIALS: 'sign-in',
  UNAUTHENTICATED: 'refusal',
  ROLE_REQUIRED: 'refusal',
  NOT_YOURS: 'refusal',
  CSRF: 'refusal',
  ROLE_NOT_ALLOWED: 'refusal',
  RECENT_SIGN_IN_REQUIRED: 'refusal',
  PASSWORD_CHANGE_REQUIRED: 'refusal',
  SECOND_FACTOR_REQUIRED: 'refusal',
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

/** Records a refusal where it says something about an attack. Reads nothing that the request has not read already. */
export function recordRefusal(securityLog: SecurityLog, request: FastifyRequest, fault: DomainError): void {
  const ofRoute = request.routeOptions.config.securityEvent;
  const event = recorded[fault.code];
  if (event === undefined) return;
  // The limit of a network is reached whatever account it names next: the names of a flood would each be a row.
  const named = fault.limit === 'sign-in address' ? null : request.namedEmail;
  securityLog.record({
    // A refused sign-in or money act keeps its name whatever refused it; a limit is a limit everywhere.
    event: event === 'refusal' && ofRoute !== undefined ? ofRoute : event,
    result: 'refused',
    code: fault.limit ?? fault.code,
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    bucket: addressBucket(clientAddress(request)),
    ...(request.actorId === null ? {} : { accountId: request.actorId }),
    ...(request.actorId !== null || named === null ? {} : { email: named }),
  });
}
