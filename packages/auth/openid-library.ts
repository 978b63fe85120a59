import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { personOf, tokensFor } from './openid-person.ts';
import { type Discovery, discover, type OpenidProvider, providerUnavailable } from './openid-provider.ts';
import { type OpenidFault, OpenidRefusal } from './openid-refusal.ts';
import { createSignInLibrary, type LibrarySettings, type OpenidRun, type SignInLibrary } from './sign-in-library.ts';

export type OpenidLibrary = {
  readonly library: SignInLibrary;
  readonly discovery: Discovery;
  /**
   * Removes the library instance after it failed to read the provider's metadata, because the instance never retries.
   * The next sign-in creates another instance.
   */
  forgetLibrary(): void;
};

/**
 * Creates the sign-in library with one OpenID provider. The instance is created at its first use, because its start
 * reads the provider's metadata. After a failure of the provider, the next sign-in reads the metadata again.
 */
export function openidLibraryOf(settings: LibrarySettings, provider: OpenidProvider): () => Promise<OpenidLibrary> {
  let openingLibrary: Promise<OpenidLibrary> | undefined;

  async function open(): Promise<OpenidLibrary> {
    const discovery = await discover(provider);
    const library = createSignInLibrary({
      ...settings,
      openidPlugin: (run) => plugin(provider, discovery, run),
    });
    return { library, discovery, forgetLibrary };
  }

  function forgetLibrary(): void {
    openingLibrary = undefined;
  }

  return () => {
    openingLibrary ??= open().catch((error: unknown) => {
      openingLibrary = undefined;
      throw error;
    });
    return openingLibrary;
  };
}

/**
 * Creates the plugin for one provider. The library builds the request (state, PKCE, nonce). Before the library calls
 * our code for the user's identity, it checks the ID token against the provider's keys and issuer, our audience, the
 * time and the nonce.
 */
function plugin(provider: OpenidProvider, discovery: Discovery, currentRun: () => OpenidRun | undefined) {
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
        getToken: (given) => refusing(tokensFor(provider, discovery, { ...given, redirectUri: given.redirectURI })),
        getUserInfo: async (tokens) => {
          if (tokens.idToken === undefined) return null;
          const { idToken, accessToken } = tokens;
          // With null the library redirects to the page where the sign-in started. After an exception it would not
          // redirect.
          const person = await refusing(personOf(provider, discovery, { idToken, accessToken })).catch(() => null);
          if (person === null) return null;
          const run = currentRun();
          if (run !== undefined) run.person = person;
          const { sub, email, name, photoUrl } = person;
          return { sub, email, emailVerified: true, name, ...(photoUrl === undefined ? {} : { image: photoUrl }) };
        },
      },
    ],
  });

  /** Runs `work` and stores our error before the library replaces it by its own code. */
  async function refusing<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      const run = currentRun();
      if (run !== undefined) Object.assign(run, { refused: faultOf(error), cause: error });
      throw error;
    }
  }
}

function faultOf(error: unknown): OpenidFault {
  if (error instanceof OpenidRefusal) return error.fault;
  return isDomainError(error, 'SIGN_IN_PROVIDER_UNAVAILABLE') ? 'unavailable' : 'failed';
}

/**
 * Limits the time of `work`. The library starts in the background, and a request must not wait for a provider that does
 * not respond.
 */
export async function withTimeout<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(providerUnavailable(new Error('The OpenID provider takes too long.'))),
    milliseconds,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
