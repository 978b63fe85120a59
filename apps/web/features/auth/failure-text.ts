import { ApiError } from '@carhouse/contract/client';
import { texts } from '@carhouse/contract/texts';
import { accountMessages } from '#messages/accounts';
import { type FieldFault, IdentityError } from '../../app/identity.ts';

/** Returns the message of an error, which for an error response is the server's message. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : accountMessages.somethingWrong;
}

/** Returns the server's messages about single fields. */
export function listFieldFaults(error: unknown): readonly FieldFault[] {
  if (error instanceof IdentityError) return error.errors;
  return error instanceof ApiError ? (error.problem?.errors ?? []) : [];
}

/**
 * Returns the specification's message for wrong credentials. When the server cannot process the sign-in, the message is
 * a different one, because the credentials may be right.
 */
export function describeLoginFailure(error: unknown): string {
  if (error instanceof IdentityError && error.code === 'PASSWORD_NEEDED') return error.message;
  if (error instanceof IdentityError && error.status >= 400 && error.status < 500 && error.status !== 429) {
    return texts.toasts.loginFailed;
  }
  return error instanceof Error ? error.message : texts.toasts.loginFailed;
}
