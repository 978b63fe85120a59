import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { exchangeCode, readOpenidPerson } from './openid-person.ts';
import { type Discovery, discoverProvider, makeUnavailableError, type OpenidProvider } from './openid-provider.ts';
import { type OpenidFault, OpenidRefusedError } from './openid-refusal.ts';
import { createSignInLibrary, type LibrarySettings, type OpenidRun, type SignInLibrary } from './sign-in-library.ts';

export type OpenidLibrary = {
  readonly library: SignInLibrary;
  readonly discovery: Discovery;
  /**
   * Removes the library instance after it failed to read the provider's metadata, because the instance never retries.
   * The next sign-in then creates another instance.
   */
  forgetLibrary(): void;
};

/**
 * Returns a function that returns an instance of the sign-in library for one OpenID provider. The instance is created
 * at its first use, because creating it reads the provider's metadata. After a failure of the provider, the next
 * sign-in reads the metadata again.
 */
export function createOpenidLibraryLoader(
  settings: LibrarySettings,
  provider: OpenidProvider,
): () => Promise<OpenidLibrary> {
  let libraryPromise: Promise<OpenidLibrary> | undefined;

  async function openLibrary(): Promise<OpenidLibrary> {
    const discovery = await discoverProvider(provider);
    const library = createSignInLibrary({
      ...settings,
      createOpenidPlugin: (run) => createProviderPlugin(provider, discovery, run),
    });
    return { library, discovery, forgetLibrary };
  }

  function forgetLibrary(): void {
    libraryPromise = undefined;
  }

  return () => {
    libraryPromise ??= openLibrary().catch((error: unknown) => {
      libraryPromise = undefined;
      throw error;
    });
    return libraryPromise;
  };
}

/**
 * Creates the plugin for one provider. The library builds the request (state, PKCE, nonce). The library checks the ID
 * token against the provider's keys and issuer, this server's client id, the time and the nonce. The library then calls
 * this plugin for the user's identity.
 */
function createProviderPlugin(
  provider: OpenidProvider,
  discovery: Discovery,
  getCurrentRun: () => OpenidRun | undefined,
) {
  return genericOAuth({
    config: [
      {
        providerId: provider.id,
        name: provider.name,
        discoveryUrl: provider.discoveryUrl,
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        accountSubject: ({ profile }) => profile.sub ?? '',
        getToken: (exchangeFields) =>
          awaitAndRecordRefusal(
            exchangeCode(provider, discovery, { ...exchangeFields, redirectUri: exchangeFields.redirectURI }),
          ),
        getUserInfo: async (tokens) => {
          if (tokens.idToken === undefined) return null;
          const { idToken, accessToken } = tokens;
          // When this function returns null, the library redirects to the page where the sign-in started. After an
          // exception the library would not redirect.
          const person = await awaitAndRecordRefusal(
            readOpenidPerson(provider, discovery, { idToken, accessToken }),
          ).catch(() => null);
          if (person === null) return null;
          const run = getCurrentRun();
          if (run !== undefined) run.person = person;
          const { sub, email, name, providerPhotoUrl } = person;
          return {
            sub,
            email,
            emailVerified: true,
            name,
            ...(providerPhotoUrl === undefined ? {} : { image: providerPhotoUrl }),
          };
        },
      },
    ],
  });

  /**
   * Waits for `promise` and stores its error in the current run, because the library replaces the error by a code of
   * its own.
   */
  async function awaitAndRecordRefusal<Value>(promise: Promise<Value>): Promise<Value> {
    try {
      return await promise;
    } catch (error) {
      const run = getCurrentRun();
      if (run !== undefined) {
        run.refusalReason = readOpenidFault(error);
        run.cause = error;
      }
      throw error;
    }
  }
}

function readOpenidFault(error: unknown): OpenidFault {
  if (error instanceof OpenidRefusedError) return error.fault;
  return isDomainError(error, 'SIGN_IN_PROVIDER_UNAVAILABLE') ? 'unavailable' : 'failed';
}

/**
 * Waits for `promise` until a time limit ends, because a request must not wait for a provider that does not respond.
 */
export async function withTimeout<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise: timeLimit, reject } = Promise.withResolvers<never>();
  const timeLimitTimer = setTimeout(
    () => reject(makeUnavailableError(new Error('The OpenID provider takes too long.'))),
    milliseconds,
  );
  try {
    return await Promise.race([promise, timeLimit]);
  } finally {
    clearTimeout(timeLimitTimer);
  }
}
