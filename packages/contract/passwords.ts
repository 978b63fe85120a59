import { z } from 'zod/mini';
import { call } from './call.ts';
import { email } from './fields.ts';

/**
 * A new password. The schema does not check the password rules. The identity service checks the password rules, and
 * responds with PASSWORD_RULE and a message.
 */
const password = z.string().check(z.maxLength(1000));
const token = z.string().check(z.maxLength(200));

/**
 * The response to a sign-in that needs a second step. The token is valid only for POST /api/auth/sign-in/second-step.
 */
export const secondStep = z.object({
  token: z.string(),
  /** The time at which the token expires, in ISO 8601, UTC. */
  expiresAt: z.string(),
  ways: z.array(z.enum(['app', 'passkey', 'recovery-code'])),
});
export type SecondStep = z.infer<typeof secondStep>;

export const askPasswordReset = call({
  method: 'POST',
  path: '/api/v1/password-resets',
  summary: 'Sends a link for a new password to this address, if it has an account; the answer is the same if not',
  noun: 'accounts',
  access: 'anyone',
  securityEvent: 'password',
  body: z.strictObject({ email }),
  answers: { 202: z.object({ accepted: z.literal(true) }) },
});

export const resetPassword = call({
  method: 'POST',
  path: '/api/v1/password-resets/completion',
  summary: 'Sets a new password by the token of a mailed link, once; every session of the person ends',
  noun: 'accounts',
  access: 'anyone',
  securityEvent: 'password',
  body: z.strictObject({ token, password }),
  answers: { 200: z.object({ changed: z.literal(true) }) },
});

export const changePassword = call({
  method: 'PUT',
  path: '/api/v1/me/password',
  summary:
    'Changes the own password; every other session of the person ends, and this one gets another token (Set-Cookie, and set-auth-token)',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'password',
  duringPasswordChange: true,
  body: z.strictObject({ oldPassword: password, newPassword: password }),
  answers: { 200: z.object({ changed: z.literal(true) }) },
});

export const confirmSession = call({
  method: 'PUT',
  path: '/api/v1/me/confirmation',
  summary:
    'Confirms by the password who uses the session, for calls that want a recent sign-in; a new session takes its place (Set-Cookie, and set-auth-token). 202 where the account has a second factor: POST /api/auth/sign-in/second-step makes the session',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'password',
  duringFactorSetUp: true,
  body: z.strictObject({ password }),
  answers: { 200: z.object({ confirmed: z.literal(true) }), 202: z.object({ secondStep }) },
});

export const askEmailConfirmation = call({
  method: 'POST',
  path: '/api/v1/me/email-confirmation',
  summary: 'Sends the link that confirms the own e-mail address once more, if it is not confirmed yet',
  noun: 'accounts',
  access: 'signed-in',
  answers: { 202: z.object({ accepted: z.literal(true) }) },
});

export const confirmEmail = call({
  method: 'POST',
  path: '/api/v1/email-confirmations',
  summary:
    'Confirms an e-mail address by the token of a mailed link, once, for a session of that account, with the password of the account, or with a new one, which ends every session. 403 OWNER_UNPROVED without any of them: the link stays good',
  noun: 'accounts',
  access: 'anyone',
  securityEvent: 'password',
  duringPasswordChange: true,
  body: z.strictObject({ token, password: z.optional(password), newPassword: z.optional(password) }),
  answers: { 200: z.object({ confirmed: z.literal(true) }) },
});

export const refuseAccount = call({
  method: 'POST',
  path: '/api/v1/email-confirmations/refusal',
  summary: 'Removes the unconfirmed account that a stranger made with this address, by the token of the mailed link',
  noun: 'accounts',
  access: 'anyone',
  securityEvent: 'password',
  body: z.strictObject({ token }),
  answers: { 200: z.object({ removed: z.literal(true) }) },
});
