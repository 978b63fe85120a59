import type { OpenidProvider } from '@carhouse/auth/openid-provider';
import { z } from 'zod';

const googleDiscoveryUrl = 'https://accounts.google.com/.well-known/openid-configuration';

const text = z.string().trim().min(1);
const discoveryUrlSchema = z.string().refine(isDiscoveryUrl, {
  error: 'must be an https address that ends with /.well-known/openid-configuration',
});

/** The environment variables for sign-in by OpenID Connect: Google and one other provider. */
export const openidVariableSchemas = {
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_DISCOVERY_URL: discoveryUrlSchema.default(googleDiscoveryUrl),
  OIDC_DISCOVERY_URL: discoveryUrlSchema.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(40, 'must have at most 40 characters').default('OpenID'),
};

type GivenVariables = Readonly<Record<string, string | undefined>>;
type OpenidVariables = z.output<z.ZodObject<typeof openidVariableSchemas>>;

/** Returns an error for each missing variable: when one variable of a sign-in provider is set, all must be. */
export function listOpenidFaults(variables: GivenVariables): string[] {
  return [
    ...listMissingNames(variables, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], ['GOOGLE_DISCOVERY_URL']),
    ...listMissingNames(variables, ['OIDC_DISCOVERY_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], ['OIDC_NAME']),
  ];
}

/** Returns the configured sign-in providers, Google first. */
export function readOpenidProviders(value: OpenidVariables): OpenidProvider[] {
  const googleProviders = makeProviders('google', 'Google', {
    discoveryUrl: value.GOOGLE_DISCOVERY_URL,
    clientId: value.GOOGLE_CLIENT_ID,
    clientSecret: value.GOOGLE_CLIENT_SECRET,
  });
  const configuredProviders = makeProviders('openid', value.OIDC_NAME, {
    discoveryUrl: value.OIDC_DISCOVERY_URL,
    clientId: value.OIDC_CLIENT_ID,
    clientSecret: value.OIDC_CLIENT_SECRET,
  });
  return [...googleProviders, ...configuredProviders];
}

type ProviderAccess = { readonly [Key in 'discoveryUrl' | 'clientId' | 'clientSecret']: string | undefined };

function makeProviders(id: OpenidProvider['id'], name: string, providerAccess: ProviderAccess): OpenidProvider[] {
  const { discoveryUrl, clientId, clientSecret } = providerAccess;
  if (discoveryUrl === undefined || clientId === undefined || clientSecret === undefined) return [];
  return [{ id, name, discoveryUrl, clientId, clientSecret }];
}

function listMissingNames(
  variables: GivenVariables,
  neededNames: readonly string[],
  optionalNames: readonly string[],
): string[] {
  const givenVariableName = [...neededNames, ...optionalNames].find((name) => variables[name] !== undefined);
  if (givenVariableName === undefined) return [];
  return neededNames
    .filter((name) => variables[name] === undefined)
    .map((name) => `${name}: is needed beside ${givenVariableName}`);
}

/**
 * Whether a URL may be a provider's discovery URL: it uses https, or it uses http and the provider is on this machine.
 * The server fetches the provider's signing keys by way of this URL.
 */
function isDiscoveryUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(url);
  const isLoopbackHost = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const hasAllowedProtocol = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost);
  return hasAllowedProtocol && pathname.endsWith('/.well-known/openid-configuration') && `${search}${hash}` === '';
}
