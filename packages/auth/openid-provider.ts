import { DomainError } from '@carhouse/domain/errors/domain-error';
import { OpenidRefusedError } from './openid-refusal.ts';

/** A configured identity provider. The id `google` means Google, and `openid` means any other provider. */
export type OpenidProvider = {
  readonly id: 'google' | 'openid';
  /** The provider's name on its button: 'Continue with …'. */
  readonly name: string;
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** The fields of a provider's metadata that this server uses (OpenID Connect Discovery 1.0, section 3). */
export type Discovery = {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint: string | undefined;
  readonly mustSendSecretInBody: boolean;
  /**
   * Whether each authorisation response of the provider names its issuer (RFC 9207). A response without an issuer is
   * then refused.
   */
  readonly doResponsesNameIssuer: boolean;
};

/**
 * Maximum duration of one request to a provider, in milliseconds. The limit is short, because a user waits for the
 * response.
 */
const timeoutMs = 5_000;

/**
 * Reads the provider's metadata. The metadata is read at the first sign-in and not when the server starts, because the
 * server must start also while the provider does not respond.
 * @throws DomainError SIGN_IN_PROVIDER_UNAVAILABLE when the provider does not respond, or names another issuer.
 */
export async function discoverProvider(provider: OpenidProvider): Promise<Discovery> {
  const document = await requestProvider(provider.discoveryUrl, {}).catch((cause: unknown) => {
    throw makeUnavailableError(cause);
  });
  const { issuer } = document;
  const doesIssuerMatch =
    typeof issuer === 'string' && `${issuer.replace(/\/$/, '')}${metadataPath}` === provider.discoveryUrl;
  const tokenEndpoint = readSecureEndpoint(document.token_endpoint, provider.discoveryUrl);
  const keysEndpoint = readSecureEndpoint(document.jwks_uri, provider.discoveryUrl);
  if (!doesIssuerMatch || tokenEndpoint === undefined || keysEndpoint === undefined) {
    throw makeUnavailableError(
      new Error(`The description of the OpenID provider at ${provider.discoveryUrl} does not fit.`),
    );
  }
  const tokenAuthMethods: unknown = document.token_endpoint_auth_methods_supported;
  return {
    issuer,
    tokenEndpoint,
    userinfoEndpoint: readSecureEndpoint(document.userinfo_endpoint, provider.discoveryUrl),
    mustSendSecretInBody: Array.isArray(tokenAuthMethods) && !tokenAuthMethods.includes('client_secret_basic'),
    doResponsesNameIssuer: document.authorization_response_iss_parameter_supported === true,
  };
}

const metadataPath = '/.well-known/openid-configuration';

/**
 * Makes one request to a provider and returns the JSON object in the response. Redirects are not followed, because the
 * request may contain a secret.
 * @throws DomainError SIGN_IN_PROVIDER_UNAVAILABLE
 * @throws OpenidRefusedError 'failed' when the provider refuses the request.
 */
export async function requestProvider(url: string, requestInit: RequestInit): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { ...requestInit, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (response.status >= 400 && response.status < 500) throw new OpenidRefusedError('failed');
    if (!response.ok) throw new Error(`The OpenID provider answered ${response.status}.`);
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) throw new Error('The OpenID provider answered with no object.');
    return body as Record<string, unknown>;
  } catch (cause) {
    throw cause instanceof OpenidRefusedError ? cause : makeUnavailableError(cause);
  }
}

/**
 * Returns the URL of an endpoint; undefined when it does not use TLS. An endpoint without TLS is accepted only when the
 * provider is on this machine and is configured without TLS.
 */
function readSecureEndpoint(value: unknown, discoveryUrl: string): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === new URL(discoveryUrl).protocol ? value : undefined;
}

export function makeUnavailableError(cause: unknown): DomainError {
  return new DomainError('SIGN_IN_PROVIDER_UNAVAILABLE', { cause });
}
