import { violatedConstraint } from '@carhouse/database/connection/transaction';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import type { LibraryAnswer } from './sign-in-library.ts';

const addressTaken = 'User already exists. Use another email.';

/** Refusals of the library that matter to the user; `path` names the faulty field. */
const known: Readonly<Record<string, { readonly code: ErrorCode; readonly path?: string }>> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'INVALID_CREDENTIALS' },
  INVALID_EMAIL: { code: 'INVALID', path: 'email' },
  // Every other field of a sign-up was validated before; only the format of the address is left to the library.
  VALIDATION_ERROR: { code: 'INVALID', path: 'email' },
  USER_ALREADY_EXISTS: { code: 'INVALID', path: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { code: 'INVALID', path: 'email' },
  INVALID_ORIGIN: { code: 'CSRF' },
  MISSING_OR_NULL_ORIGIN: { code: 'CSRF' },
};

/** The library's code for an address that has an account. */
export function addressTakenError(cause?: unknown): DomainError {
  const errors = [{ path: 'email', code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message: addressTaken }];
  return new DomainError('INVALID', { detail: addressTaken, errors, cause });
}

/** Whether a refusal reveals that the address has an account. */
export function isAddressTaken(error: unknown): boolean {
  return isDomainError(error, 'INVALID') && error.errors.some((each) => each.code.startsWith('USER_ALREADY_EXISTS'));
}

/**
 * The body of the library's answer when it is a success. Refusals are thrown as our own codes with the library's sentence, because
 * the specification shows the identity service's own message. Faults that the library only logged (a failed write answered as a
 * success or as the caller's mistake) are thrown too: a user must not read that they are signed out while their session is
 * valid.
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
    // The library writes '[body.email] Invalid email address'; here the path is a separate field.
    const sentence = message.replace(/^\[[^\]]*\]\s*/, '');
    return new DomainError(match.code, { detail: sentence, errors: [{ path: match.path, code, message: sentence }] });
  }
  if (response.status >= 400 && response.status < 500) return new DomainError('BAD_REQUEST', detail);
  return new Error(`The sign-in library answered ${response.status} ${code}.`);
}
