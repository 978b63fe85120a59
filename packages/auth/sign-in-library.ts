import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@carhouse/database/connection/connect';
import type { AccountId } from '@carhouse/domain/account/account';
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins/bearer';
import { needsSecondFactor, refuseClosedAccount } from './closed-accounts.ts';
import type { OpenidPerson } from './openid-person.ts';
import type { OpenidFault } from './openid-refusal.ts';
import type { PasswordHasher } from './password-hashing.ts';
import { sessionCookieNames, stateCookieNames } from './request-identity.ts';
import { sessionExtensionSeconds, sessionSeconds } from './sessions.ts';

export const authPath = '/api/auth';
const cookiePrefix = 'carhouse';

export type LibrarySettings = {
  readonly database: Database;
  readonly secret: string;
  readonly baseUrl: string;
  readonly randomId: () => string;
  readonly hasher: PasswordHasher;
  /** Creates the plugin of an OpenID provider. `run` returns the sign-in that the library is handling. */
  readonly createOpenidPlugin?: (run: () => OpenidRun | undefined) => BetterAuthPlugin;
};

/** One sign-in by an OpenID provider, or one connection of a provider to an account. */
export type OpenidRun = {
  readonly providerId: string;
  /** The signed-in user; null for a visitor. A provider can only be connected to this user's account. */
  readonly accountId: string | null;
  /** The keyed hash of the client's network (`Caller.network`), which is stored with a new account. */
  readonly network: string | null;
  /**
   * The reason why this server's code refused the sign-in. The library reports the same error code for many reasons.
   */
  refusalReason?: OpenidFault;
  /** The error that caused the refusal. */
  cause?: unknown;
  /** The account of a sign-in that waits for the second factor. The library has not started a session. */
  accountWaitingForFactor?: AccountId;
  /** The user whom the provider has identified. */
  person?: OpenidPerson;
  /** Whether this run connects the provider to the signed-in user's account. The profile page shows its errors. */
  isConnecting?: boolean;
  /** Whether this run has connected the provider to the account. */
  hasConnected?: boolean;
};

/**
 * The data of one call of the library. `hash` is the hash of the new password, which is made before the library opens
 * its transaction.
 */
type LibraryRun = {
  readonly hash: string | undefined;
  readonly openid: OpenidRun | undefined;
  readonly network: string | null;
  readonly faults: Error[];
};

/** The result of a call of the library, with the errors that the library only logged. */
export type LibraryResult = { readonly response: Response; readonly faults: readonly Error[] };

export type SignInLibrary = {
  readonly cookieName: string;
  /** The name of the encrypted state cookie of a sign-in by OpenID. */
  readonly stateCookieName: string;
  readonly cookieAttributes: string;
  /**
   * Handles a sign-up, sign-in, sign-out or get-session request. `hash` is the hash of a new password.
   * @param network keyed hash of the client's network, which is stored with an account that this call creates.
   */
  run(request: Request, hash?: string, network?: string | null): Promise<LibraryResult>;
  /**
   * Handles a call for an OpenID provider. When this server's code refuses the call, `run.refusalReason` has the reason
   * afterwards.
   */
  runOpenid(request: Request, run: OpenidRun): Promise<LibraryResult>;
};

/**
 * Creates the sign-in library, better-auth, with its configuration; no other file does. Only the paths in
 * create-identity.ts reach the library. The library's four models are mapped to this server's tables. The library's
 * only plugins are `bearer` and, in a separate instance, the plugin of an OpenID provider, because every plugin is an
 * attack surface (docs/reliability.md, sign-in library).
 */
export function createSignInLibrary(settings: LibrarySettings): SignInLibrary {
  const { database, hasher } = settings;
  const isSecure = new URL(settings.baseUrl).protocol === 'https:';
  const cookieName = sessionCookieNames[isSecure ? 'https' : 'http'];
  const stateCookieName = stateCookieNames[isSecure ? 'https' : 'http'];
  const runStorage = new AsyncLocalStorage<LibraryRun>();
  const betterAuthInstance = betterAuth({
    appName: 'Car House',
    baseURL: settings.baseUrl,
    basePath: authPath,
    secret: settings.secret,
    database: { db: database, type: 'postgres', transaction: true },
    user: {
      modelName: 'account',
      fields: userFields,
      additionalFields: {
        signUpNetwork: { type: 'string', required: false, input: false, returned: false, fieldName: 'sign_up_network' },
      },
      // The state cookie contains the user who started to connect the provider. A session of another user must not
      // finish the connection (GHSA-g38m-r43w-p2q7).
      validateUserInfo: ({ user, source }) => {
        const run = runStorage.getStore()?.openid;
        if (run === undefined || source.action !== 'link-account') return;
        run.isConnecting = true;
        if (user.id === run.accountId) return;
        run.refusalReason = 'other-session';
        return { error: 'other_session' };
      },
    },
    account: {
      modelName: 'credential',
      fields: accountFields,
      accountLinking: { disableImplicitLinking: true },
      updateAccountOnSignIn: false,
      // The state of a sign-in is stored in an encrypted cookie. If the state were a database row, visitors could fill
      // the table by starting sign-ins.
      storeStateStrategy: 'cookie',
    },
    session: {
      modelName: 'session',
      fields: sessionFields,
      additionalFields: { providerId: { type: 'string', required: false, input: false, fieldName: 'provider_id' } },
      expiresIn: sessionSeconds,
      updateAge: sessionExtensionSeconds,
      cookieCache: { enabled: false },
    },
    verification: { modelName: 'verification', fields: verificationFields },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      // The server has already checked the length in characters. The library would count UTF-16 code units in place of
      // characters.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      password: {
        hash: (password) => {
          const hash = runStorage.getStore()?.hash;
          return hash === undefined ? hasher.hash(password, 'library') : Promise.resolve(hash);
        },
        verify: (attempt) => hasher.verify(attempt, 'library'),
      },
    },
    databaseHooks: {
      user: { create: { before: async () => ({ data: { signUpNetwork: runStorage.getStore()?.network ?? null } }) } },
      session: {
        create: {
          before: async (session) => {
            // The account of a sign-up is not checked. A new account is not suspended, and its row is not yet visible
            // outside the transaction of the sign-up.
            const run = runStorage.getStore();
            if (run?.hash === undefined) {
              await refuseClosedAccount(database, session.userId);
              if (await needsSecondFactor(database, session.userId)) {
                if (run?.openid !== undefined) run.openid.accountWaitingForFactor = session.userId as AccountId;
                return false;
              }
            }
            return { data: { providerId: run?.openid?.providerId ?? 'credential' } };
          },
        },
      },
      account: {
        create: {
          before: async () => {
            const openid = runStorage.getStore()?.openid;
            if (openid?.isConnecting === true) openid.hasConnected = true;
            return { data: emptyProviderTokens };
          },
        },
        update: { before: async () => ({ data: emptyProviderTokens }) },
      },
    },
    plugins: [
      bearer({ requireSignature: true }),
      ...(settings.createOpenidPlugin === undefined
        ? []
        : [settings.createOpenidPlugin(() => runStorage.getStore()?.openid)]),
    ],
    // The library's own rate limit is disabled, because it has one counter for all clients together
    // (docs/reliability.md, fact 6).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { throw: true, errorURL: '/login' },
    logger: {
      level: 'error',
      log: (_level, _message, ...args) => {
        runStorage.getStore()?.faults.push(...args.filter((logArgument) => logArgument instanceof Error));
      },
    },
    advanced: {
      cookiePrefix,
      // The library would add the prefix `__Secure-`. This server's cookie names have the prefix `__Host-`, which also
      // binds the cookie to this host and to the path /.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      cookies: { session_token: { name: cookieName }, oauth_state: { name: stateCookieName } },
      // The library's checks of origin and CSRF are enabled explicitly, because the library skips these checks when it
      // runs in a test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
      // The migrations and packages/database/schema/schema.test.ts define and check the tables.
      database: { generateId: () => settings.randomId(), validateSchema: false },
    },
  });

  async function run(request: Request, runOptions: Omit<LibraryRun, 'faults'>): Promise<LibraryResult> {
    const faults: Error[] = [];
    const response = await runStorage.run({ ...runOptions, faults }, () => betterAuthInstance.handler(request));
    return { response, faults };
  }

  return {
    cookieName,
    stateCookieName,
    cookieAttributes: `Path=/; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Lax`,
    run: (request, hash, network = null) => run(request, { hash, openid: undefined, network }),
    runOpenid: (request, openid) => run(request, { hash: undefined, openid, network: openid.network }),
  };
}

/** Fields that store no access tokens of the provider, because the server needs only the user's identity. */
const emptyProviderTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};

const timestampFields = { createdAt: 'created_at', updatedAt: 'updated_at' };

const userFields = { ...timestampFields, emailVerified: 'email_verified', image: 'photo_url' };

const sessionFields = {
  ...timestampFields,
  userId: 'account_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
};

const accountFields = {
  ...timestampFields,
  userId: 'account_id',
  accountId: 'subject',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
};

const verificationFields = { ...timestampFields, expiresAt: 'expires_at' };
