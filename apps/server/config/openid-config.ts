import type { OpenidProvider } from '@carhouse/auth/openid-provider';
import { z } from 'zod';

const googleDiscovery = 'https://accounts.google.com/.well-known/openid-configuration';

const text = z.string().trim().min(1);
const discoveryUrl = z.string().refine(isDiscoveryUrl, {
  error: 'must be an https address that ends with /.well-known/openid-configuration',
});

/** The environment variables for sign-in by OpenID Connect: Google and one other provider. */
export const openidVariables = {
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_DISCOVERY_URL: discoveryUrl.default(googleDiscovery),
  OIDC_DISCOVERY_URL: discoveryUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(40, 'must have at most 40 characters').default('OpenID'),
};

type Given = Readonly<Record<string, string | undefined>>;
type Values = z.output<z.ZodObject<typeof openidVariables>>;

/** The missing variables, one line each. A provider needs all of its variables. */
export function openidFaults(given: Given): string[] {
  return [
    ...missing(given, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], ['GOOGLE_DISCOVERY_URL']),
    ...missing(given, ['OIDC_DISCOVERY_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], ['OIDC_NAME']),
  ];
}

/** The configured sign-in providers, Google first. */
export function openidProviders(value: Values): OpenidProvider[] {
  const googleProvider = provider('google', 'Google', {
    discoveryUrl: value.GOOGLE_DISCOVERY_URL,
    clientId: value.GOOGLE_CLIENT_ID,
    clientSecret: value.GOOGLE_CLIENT_SECRET,
  });
  const other = provider('openid', value.OIDC_NAME, {
    discoveryUrl: value.OIDC_DISCOVERY_URL,
    clientId: value.OIDC_CLIENT_ID,
    clientSecret: value.OIDC_CLIENT_SECRET,
  });
  return [...googleProvider, ...other];
}

type Access = { readonly [Key in 'discoveryUrl' | 'clientId' | 'clientSecret']: string | undefined };

function provider(id: OpenidProvider['id'], name: string, access: Access): OpenidProvider[] {
  const { discoveryUrl, clientId, clientSecret } = access;
  if (discoveryUrl === undefined || clientId === undefined || clientSecret === undefined) return [];
  return [{ id, name, discoveryUrl, clientId, clientSecret }];
}

function missing(given: Given, neededNames: readonly string[], optionalNames: readonly string[]): string[] {
  const present = [...neededNames, ...optionalNames].find((name) => given[name] !== undefined);
  if (present === undefined) return [];
  return neededNames.filter((name) => given[name] === undefined).map((name) => `${name}: is needed beside ${present}`);
}

/** The server fetches signing keys from this URL, so it must use https. Only a provider on this machine may use http. */
function isDiscoveryUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(url);
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const sealed = protocol === 'https:' || (protocol === 'http:' && loopback);
  return sealed && pathname.endsWith('/.well-known/openid-configuration') && `${search}${hash}` === '';
}
