import { z } from 'zod/mini';
import { call } from './call.ts';
import { id, makePublicLineSchema } from './fields.ts';

const passkey = z.object({
  _id: id,
  name: z.string(),
  /** The time at which the factor was added, in ISO 8601, UTC. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});

/** New recovery codes, which no other response contains; empty when the existing codes stay valid. */
const recoveryCodes = z.array(z.string());
const code = z.string().check(z.maxLength(100));
const passkeyName = makePublicLineSchema(60, 1);
/** The browser's WebAuthn response to the passkey options (RegistrationResponseJSON or AuthenticationResponseJSON). */
const browserResponse = z.record(z.string(), z.unknown());

export const ownSecondFactors = call({
  method: 'GET',
  path: '/api/v1/me/second-factor',
  summary: 'The own second factors: an authenticator app, passkeys, and how many recovery codes are left',
  noun: 'accounts',
  access: 'signed-in',
  duringFactorSetUp: true,
  answers: {
    200: z.object({
      /** Whether this user must have a second factor. */
      required: z.boolean(),
      /** The time at which an authenticator app was set up, in ISO 8601, UTC; null without an app. */
      appSince: z.nullable(z.string()),
      passkeys: z.array(passkey),
      recoveryCodes: z.number(),
      /** Whether passkeys can be used on this server's origin. */
      passkeysPossible: z.boolean(),
    }),
  },
});

export const factorProofOptions = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/proof-options',
  summary:
    'How the caller can prove a second factor, for calls that answer SECOND_FACTOR_PROOF_REQUIRED, with options for the browser to use a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON)',
  noun: 'accounts',
  access: 'signed-in',
  answers: {
    200: z.object({
      ways: z.array(z.enum(['app', 'passkey', 'recovery-code'])),
      passkey: z.nullable(z.record(z.string(), z.unknown())),
    }),
  },
});

export const proveFactor = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/proof',
  summary:
    'Proves a second factor by one of code, recoveryCode and passkey: for five minutes this session may change the second factors. The session gets another token (Set-Cookie, and set-auth-token)',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'second-factor',
  body: z.strictObject({
    code: z.optional(code),
    recoveryCode: z.optional(code),
    passkey: z.optional(browserResponse),
  }),
  answers: { 200: z.object({ proved: z.literal(true) }) },
});

// The calls that return secrets are PUT and not POST, because the response to a POST is stored under its
// Idempotency-Key.

export const draftApp = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/app/draft',
  summary: 'A secret for an authenticator app, for ten minutes; it counts once a code of it has come back',
  noun: 'accounts',
  access: 'signed-in',
  duringFactorSetUp: true,
  needsRecentSignIn: true,
  answers: { 200: z.object({ secret: z.string(), uri: z.string() }) },
});

export const addApp = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/app',
  summary: 'Sets the authenticator app by a code of the drafted secret; the first second factor brings recovery codes',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'second-factor',
  duringFactorSetUp: true,
  needsRecentSignIn: true,
  body: z.strictObject({ code }),
  answers: { 200: z.object({ recoveryCodes }) },
});

export const removeApp = call({
  method: 'DELETE',
  path: '/api/v1/me/second-factor/app',
  summary: 'Removes the authenticator app; an admin keeps one second factor at least',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'second-factor',
  needsRecentSignIn: true,
  answers: { 200: z.object({ deletedCount: z.number() }) },
});

export const passkeyOptions = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/passkey-options',
  summary: 'Options for the browser to make a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON)',
  noun: 'accounts',
  access: 'signed-in',
  duringFactorSetUp: true,
  needsRecentSignIn: true,
  answers: { 200: z.object({ options: z.record(z.string(), z.unknown()) }) },
});

export const addPasskey = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/passkeys',
  summary: 'Adds the passkey that the browser made; the first second factor brings recovery codes',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'second-factor',
  duringFactorSetUp: true,
  needsRecentSignIn: true,
  body: z.strictObject({ name: passkeyName, passkey: browserResponse }),
  answers: { 200: z.object({ _id: id, recoveryCodes }) },
});

export const renamePasskey = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/passkeys/:id',
  summary: 'Renames one of the own passkeys',
  noun: 'accounts',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ name: passkeyName }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});

export const removePasskey = call({
  method: 'DELETE',
  path: '/api/v1/me/second-factor/passkeys/:id',
  summary: 'Removes one of the own passkeys; an admin keeps one second factor at least',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'second-factor',
  needsRecentSignIn: true,
  params: z.object({ id: z.string() }),
  answers: { 200: z.object({ deletedCount: z.number() }) },
});

export const renewRecoveryCodes = call({
  method: 'PUT',
  path: '/api/v1/me/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; all earlier ones end',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'second-factor',
  needsRecentSignIn: true,
  answers: { 200: z.object({ recoveryCodes }) },
});

export const resetFactors = call({
  method: 'POST',
  path: '/api/v1/accounts/:id/second-factor-reset',
  summary:
    'Takes the second factors from somebody who has lost them: sessions end, a mail says so. Never on the own account',
  noun: 'accounts',
  access: 'admin',
  securityEvent: 'role-act',
  needsRecentSignIn: true,
  params: z.object({ id: z.string() }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});
