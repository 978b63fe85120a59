import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@carhouse/database/connect';
import { betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins/bearer';
import { refuseClosedAccount } from './closed-accounts.ts';
import type { PasswordHasher } from './password-hashing.ts';
import { sessionExtensionSeconds, sessionSeconds } from './sessions.ts';

export const authPath = '/api/auth';
const cookiePrefix = 'carhouse';

export type LibrarySettings = {
  readonly database: Database;
  readonly secret: string;
  readonly baseUrl: string;
  readonly randomId: () => string;
  readonly hasher: PasswordHasher;
};

/** One run of the library. `hash` is the new password, hashed before the library opens its transaction. */
type Run = { readonly hash: string | undefined; readonly faults: Error[] };

/** What an answer of the library comes with: the faults that it wrote to its log and went on from. */
export type LibraryAnswer = { readonly response: Response; readonly faults: readonly Error[] };

export type SignInLibrary = {
  readonly cookieName: string;
  readonly cookieAttributes: string;
  run(request: Request, hash?: string): Promise<LibraryAnswer>;
};

/**
 * The only place that knows better-auth. It gets the paths of create-identity.ts and no others, keeps its four models in
 * our tables, and has no plugin but `bearer` (RELIABILITY §9: every plugin is a way in).
 */
export function createSignInLibrary(settings: LibrarySettings): SignInLibrary {
  const { database, hasher } = settings;
  const secure = new URL(settings.baseUrl).protocol === 'https:';
  const runs = new AsyncLocalStorage<Run>();
  const auth = betterAuth({
    appName: 'Car House',
    baseURL: settings.baseUrl,
    basePath: authPath,
    secret: settings.secret,
    database: { db: database, type: 'postgres', transaction: true },
    user: { modelName: 'account', fields: userFields },
    account: { modelName: 'credential', fields: accountFields, accountLinking: { disableImplicitLinking: true } },
    session: {
      modelName: 'session',
      fields: sessionFields,
      expiresIn: sessionSeconds,
      updateAge: sessionExtensionSeconds,
      cookieCache: { enabled: false },
    },
    verification: { modelName: 'verification', fields: verificationFields },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      // Length is checked before, in characters; the library counts UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      password: {
        hash: (password) => {
          const hash = runs.getStore()?.hash;
          return hash === undefined ? hasher.hash(password) : Promise.resolve(hash);
        },
        verify: (attempt) => hasher.verify(attempt),
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            // A new account is open, and its row is not yet visible outside the transaction of its sign-up.
            if (runs.getStore()?.hash === undefined) await refuseClosedAccount(database, session.userId);
          },
        },
      },
    },
    plugins: [bearer({ requireSignature: true })],
    // The library's own limiter locks everybody out together (RELIABILITY fact 6).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      log: (_level, _message, ...args) => {
        runs.getStore()?.faults.push(...args.filter((arg) => arg instanceof Error));
      },
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: secure,
      // Said aloud because the library leaves both checks out where it believes that it runs in a test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
      // The migrations and database/schema.test.ts answer for the tables.
      database: { generateId: () => settings.randomId(), validateSchema: false },
    },
  });

  return {
    cookieName: `${secure ? '__Secure-' : ''}${cookiePrefix}.session_token`,
    cookieAttributes: `Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`,
    run: async (request, hash) => {
      const faults: Error[] = [];
      const response = await runs.run({ hash, faults }, () => auth.handler(request));
      return { response, faults };
    },
  };
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

const userFields = { ...times, emailVerified: 'email_verified', image: 'photo_url' };

const sessionFields = {
  ...times,
  userId: 'account_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
};

const accountFields = {
  ...times,
  userId: 'account_id',
  accountId: 'subject',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
};

const verificationFields = { ...times, expiresAt: 'expires_at' };
