import { z } from 'zod/mini';
import { call } from './call.ts';
import { id } from './fields.ts';

/** A sign-in provider: Google, or one further OpenID provider with which the server may be configured. */
export const signInProvider = z.object({ id: z.enum(['google', 'openid']), name: z.string() });
export type SignInProvider = z.infer<typeof signInProvider>;

export const signInProviders = call({
  method: 'GET',
  path: '/api/v1/sign-in-providers',
  summary: 'The OpenID providers that this server is set up for; POST /api/auth/sign-in/openid starts with one of them',
  noun: 'accounts',
  access: 'anyone',
  lane: 'essential',
  answers: {
    200: z.object({
      providers: z.array(signInProvider),
      /** Whether passkeys can be used on this server's origin. */
      passkeys: z.boolean(),
    }),
  },
});

export const googleBuyer = call({
  method: 'POST',
  path: '/api/googlebuyer',
  summary:
    'After the first sign-in by Google or another OpenID provider: makes a new person a Buyer; a role that is there stays. The body is ignored: everything comes from the session',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'sign-in',
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});

const signInMethod = z.object({
  provider: z.enum(['password', 'google', 'openid']),
  /** The time at which the user added the sign-in method, in ISO 8601, UTC. */
  since: z.string(),
});
export type SignInMethod = z.infer<typeof signInMethod>;

export const signInMethods = call({
  method: 'GET',
  path: '/api/v1/me/credentials',
  summary: 'The ways in which the caller can sign in',
  noun: 'accounts',
  access: 'signed-in',
  answers: { 200: z.object({ credentials: z.array(signInMethod) }) },
});

const providerParameters = z.object({ provider: z.enum(['google', 'openid']) });

export const connectProvider = call({
  method: 'POST',
  path: '/api/v1/me/credentials/:provider',
  summary:
    'Starts to connect an OpenID provider of the same e-mail address: the browser goes on to the url and comes back to /dashboard/myprofile',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'sign-in',
  needsRecentSignIn: true,
  params: providerParameters,
  answers: { 200: z.object({ url: z.string() }) },
});

export const disconnectProvider = call({
  method: 'DELETE',
  path: '/api/v1/me/credentials/:provider',
  summary: 'Disconnects an OpenID provider; the last way in stays',
  noun: 'accounts',
  access: 'signed-in',
  securityEvent: 'sign-in',
  needsRecentSignIn: true,
  params: providerParameters,
  answers: { 200: z.object({ acknowledged: z.boolean(), deletedCount: z.number() }) },
});
