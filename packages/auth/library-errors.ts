import { violatedConstraint } from '@carhouse/database/connection/transaction';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import type { LibraryAnswer } from './sign-in-library.ts';

const addressTaken = 'User already exists. Use another email.';

/** The errors of the sign-in library that a user can correct. `path` names the invalid field. */
const known: Readonly<Record<string, { readonly code: ErrorCode; readonly path?: string }>> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'INVALID_CREDENTIALS' },
  INVALID_EMAIL: { code: 'INVALID', path: 'email' },
  // The other fields of a sign-up were validated before; only the format of the address is checked by the library.
  VALIDATION_ERROR: { code: 'INVALID', path: 'email' },
  USER_ALREADY_EXISTS: { code: 'INVALID', path: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { code: 'INVALID', path: 'email' },
  INVALID_ORIGIN: { code: 'CSRF' },
  MISSING_OR_NULL_ORIGIN: { code: 'CSRF' },
};

/** The error with the library's code for an address that is taken. */
export function addressTakenError(cause?: unknown): DomainError {
  const errors = [{ path: 'email', code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message: addressTaken }];
  return new DomainError('INVALID', { detail: addressTaken, errors, cause });
}

/** Whether an error reveals that the address has an account. */
export function isAddressTaken(error: unknown): boolean {
  return isDomainError(error, 'INVALID') && error.errors.some((each) => each.code.startsWith('USER_ALREADY_EXISTS'));
}

/**
 * The body of a successful response of the library. The library's errors are thrown with our own codes and the
 * library's message, because the specification shows the identity service's own message. Some errors are only logged by
 * the library: a failed write that it reports as a success or as the client's mistake. Such errors are thrown as well,
 * because otherwise a user would read that they are signed out while their session is valid.
 */
export async function successOf(answer: LibraryAnswer): Promise<Response> {
  const { response, faults } = answer;
  const [fault] = faults;
  if (faults.some((each) => violatedConstraint(each) === 'account_email_key')) throw addressTakenError(fault);
  if (fault !== undefined) throw fault;
  if (response.ok) return response;
  throw await refusal(response);
}

async function refusal(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => null)) as { code?: unknown; message?: unknown } | null;
  const code = typeof body?.code === 'string' ? body.code : '';
  const message = typeof body?.message === 'string' ? body.message : undefined;
  const match = known[code];
  if (match?.code === 'INVALID_CREDENTIALS' || match?.code === 'CSRF') return new DomainError(match.code);
  const detail = message === undefined ? {} : { detail: message };
  if (match?.path !== undefined && message !== undefined) {
    // The library's message is '[body.email] Invalid email address'. In our response the path is a separate field.
    const sentence = message.replace(/^\[[^\]]*\]\s*/, '');
    return new DomainError(match.code, { detail: sentence, errors: [{ path: match.path, code, message: sentence }] });
  }
  if (response.status >= 400 && response.status < 500) return new DomainError('BAD_REQUEST', detail);
  return new Error(`The sign-in library answered ${response.status} ${code}.`);
}
