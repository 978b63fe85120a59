import { DomainError } from '@carhouse/domain/errors/domain-error';

/**
 * The second factor that a user sends: a code of an app, a recovery code, or a passkey's assertion. `response` is the
 * browser's WebAuthn response.
 */
export type SecondStepAnswer =
  | { readonly method: 'app'; readonly code: string }
  | { readonly method: 'recovery-code'; readonly code: string }
  | { readonly method: 'passkey'; readonly response: unknown };

const maxCodeLength = 100;

/**
 * Reads the body of a second step: `{ token, code }`, `{ token, recoveryCode }` or `{ token, passkey }`. The body must
 * have exactly one of `code`, `recoveryCode` and `passkey`.
 * @throws DomainError INVALID
 */
export function readSecondStep(body: unknown): { readonly token: string; readonly answer: SecondStepAnswer } {
  return { answer: readFactorAnswer(body), token: readStepToken(body) };
}

/**
 * Reads a body `{ code }`, `{ recoveryCode }` or `{ passkey }`. The body must have exactly one of the three fields.
 * @throws DomainError INVALID
 */
export function readFactorAnswer(body: unknown): SecondStepAnswer {
  const { code, recoveryCode, passkey } = requireObject(body);
  const givenAnswers: SecondStepAnswer[] = [];
  if (code !== undefined) givenAnswers.push({ method: 'app', code: requireShortText(code) });
  if (recoveryCode !== undefined) givenAnswers.push({ method: 'recovery-code', code: requireShortText(recoveryCode) });
  if (passkey !== undefined) givenAnswers.push({ method: 'passkey', response: passkey });
  const [answer] = givenAnswers;
  if (answer === undefined || givenAnswers.length > 1) throw new DomainError('INVALID');
  return answer;
}

/**
 * Returns the token of an unfinished sign-in from a request body.
 * @throws DomainError INVALID
 */
export function readStepToken(body: unknown): string {
  return requireShortText(requireObject(body).token);
}

/**
 * Returns the browser's WebAuthn response from a request body.
 * @throws DomainError INVALID
 */
export function readPasskeyAnswer(body: unknown): unknown {
  return requireObject(body).passkey;
}

function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new DomainError('INVALID');
  return Object.fromEntries(Object.entries(body));
}

function requireShortText(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxCodeLength) throw new DomainError('INVALID');
  return value;
}
