import { DomainError } from '@carhouse/domain/errors/domain-error';

/**
 * The second factor that a user sends: a code of an app, a recovery code, or a passkey's assertion. `response` is the
 * browser's WebAuthn response.
 */
export type SecondStepAnswer =
  | { readonly way: 'app'; readonly code: string }
  | { readonly way: 'recovery-code'; readonly code: string }
  | { readonly way: 'passkey'; readonly response: unknown };

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
 * Reads a body `{ code }`, `{ recoveryCode }` or `{ passkey }`. The body must have exactly one of these fields.
 * @throws DomainError INVALID
 */
export function readFactorAnswer(body: unknown): SecondStepAnswer {
  const { code, recoveryCode, passkey } = record(body);
  const answers: SecondStepAnswer[] = [];
  if (code !== undefined) answers.push({ way: 'app', code: shortText(code) });
  if (recoveryCode !== undefined) answers.push({ way: 'recovery-code', code: shortText(recoveryCode) });
  if (passkey !== undefined) answers.push({ way: 'passkey', response: passkey });
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) throw new DomainError('INVALID');
  return answer;
}

/**
 * Returns the token of an unfinished sign-in from a request body.
 * @throws DomainError INVALID
 */
export function readStepToken(body: unknown): string {
  return shortText(record(body).token);
}

/**
 * Returns the browser's WebAuthn response from a request body.
 * @throws DomainError INVALID
 */
export function readPasskeyAnswer(body: unknown): unknown {
  return record(body).passkey;
}

function record(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new DomainError('INVALID');
  return Object.fromEntries(Object.entries(body));
}

function shortText(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxCodeLength) throw new DomainError('INVALID');
  return value;
}
