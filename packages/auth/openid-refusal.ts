/**
 * The reason why a sign-in by a provider failed. The pages have a message for each reason
 * (apps/web/features/auth/openid-faults.ts).
 */
export type OpenidFault =
  | 'account-exists'
  | 'cancelled'
  | 'closed'
  | 'connected-elsewhere'
  | 'email-differs'
  | 'email-not-usable'
  | 'email-not-verified'
  | 'expired'
  | 'failed'
  | 'other-session'
  | 'suspended'
  | 'unavailable';

/** Ends a sign-in by a provider with a reason for the user. */
export class OpenidRefusedError extends Error {
  readonly fault: OpenidFault;

  constructor(fault: OpenidFault) {
    super(`The sign-in by OpenID is refused: ${fault}`);
    this.name = 'OpenidRefusedError';
    this.fault = fault;
  }
}
