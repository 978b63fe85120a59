import { findViolatedConstraint } from '@carhouse/database/connection/transaction';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import type { LibraryResult } from './sign-in-library.ts';

const addressTakenMessage = 'User already exists. Use another email.';

/**
 * The error codes of the sign-in library for errors that a user can correct, with the server's own code for each.
 * `path` names the invalid field.
 */
const errorsByLibraryCode: Readonly<Record<string, { readonly code: ErrorCode; readonly path?: string }>> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'INVALID_CREDENTIALS' },
  INVALID_EMAIL: { code: 'INVALID', path: 'email' },
  // The server has validated the other fields of a sign-up before; the library checks only the format of the e-mail
  // address.
  VALIDATION_ERROR: { code: 'INVALID', path: 'email' },
  USER_ALREADY_EXISTS: { code: 'INVALID', path: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { code: 'INVALID', path: 'email' },
  INVALID_ORIGIN: { code: 'CSRF' },
  MISSING_OR_NULL_ORIGIN: { code: 'CSRF' },
};

/** Returns the error that the library throws for an e-mail address that already has an account. */
export function makeAddressTakenError(cause?: unknown): DomainError {
  const errors = [{ path: 'email', code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message: addressTakenMessage }];
  return new DomainError('INVALID', { detail: addressTakenMessage, errors, cause });
}

/** Whether an error says that the e-mail address already has an account. */
export function isAddressTakenError(error: unknown): boolean {
  return isDomainError(error, 'INVALID') && error.errors.some((each) => each.code.startsWith('USER_ALREADY_EXISTS'));
}

/**
 * Returns the library's response when the call was successful. The library's errors are thrown with the server's own
 * codes and the library's message, because the specification shows the identity service's own message. The library only
 * logs some errors, for example of a failed database write, and responds with a success or a client error. Errors that
 * the library only logged are thrown too. If such an error were not thrown, a user could read that they are signed out
 * while their session is still valid.
 */
export async function assertOk(answer: LibraryResult): Promise<Response> {
  const { response, faults } = answer;
  const [fault] = faults;
  if (faults.some((each) => findViolatedConstraint(each) === 'account_email_key')) throw makeAddressTakenError(fault);
  if (fault !== undefined) throw fault;
  if (response.ok) return response;
  throw await readRefusalError(response);
}

async function readRefusalError(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => null)) as { code?: unknown; message?: unknown } | null;
  const code = typeof body?.code === 'string' ? body.code : '';
  const message = typeof body?.message === 'string' ? body.message : undefined;
  const knownError = errorsByLibraryCode[code];
  if (knownError?.code === 'INVALID_CREDENTIALS' || knownError?.code === 'CSRF')
    return new DomainError(knownError.code);
  const detail = message === undefined ? {} : { detail: message };
  if (knownError?.path !== undefined && message !== undefined) {
    // The library's message is '[body.email] Invalid email address'. In this server's response the field's name is
    // separate from the message.
    const messageWithoutPath = message.replace(/^\[[^\]]*\]\s*/, '');
    return new DomainError(knownError.code, {
      detail: messageWithoutPath,
      errors: [{ path: knownError.path, code, message: messageWithoutPath }],
    });
  }
  if (response.status >= 400 && response.status < 500) return new DomainError('BAD_REQUEST', detail);
  return new Error(`The sign-in library answered ${response.status} ${code}.`);
}
