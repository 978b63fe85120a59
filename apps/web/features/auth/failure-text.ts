import { ApiError } from '@carhouse/contract/client';
import { texts } from '@carhouse/contract/texts';
import { accountMessages } from '#messages/accounts';
import { type FieldFault, IdentityError } from '../../app/identity.ts';

/** The error in the server's own sentence. */
export function failureText(error: unknown): string {
  return error instanceof Error ? error.message : accountMessages.somethingWrong;
}

/** The server's messages about single fields. */
export function fieldFaults(error: unknown): readonly FieldFault[] {
  if (error instanceof IdentityError) return error.errors;
  return error instanceof ApiError ? (error.problem?.errors ?? []) : [];
}

/** Wrong credentials get the specification's words. A server that cannot answer is not the visitor's mistake. */
export function loginFailure(error: unknown): string {
  if (error instanceof IdentityError && error.code === 'PASSWORD_NEEDED') return error.message;
  if (error instanceof IdentityError && error.status >= 400 && error.status < 500 && error.status !== 429) {
    return texts.toasts.loginFailed;
  }
  return error instanceof Error ? error.message : texts.toasts.loginFailed;
}
