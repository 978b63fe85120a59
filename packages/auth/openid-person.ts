import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { decodeJwt } from 'jose';
import { type Discovery, type OpenidProvider, requestProvider } from './openid-provider.ts';
import { OpenidRefusedError } from './openid-refusal.ts';

/** A user's identity at a provider. */
export type OpenidPerson = {
  readonly sub: string;
  /** The e-mail address in lower case. */
  readonly email: string;
  readonly name: string;
  readonly providerPhotoUrl: string | undefined;
};

export type OpenidTokens = { readonly idToken: string; readonly accessToken: string | undefined };

type AuthorizationCode = {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier?: string | undefined;
};

/**
 * Exchanges the authorisation code in the callback's URL for tokens.
 * @throws DomainError SIGN_IN_PROVIDER_UNAVAILABLE
 * @throws OpenidRefusedError 'failed' when the response has no ID token.
 */
export async function exchangeCode(
  provider: OpenidProvider,
  discovery: Discovery,
  code: AuthorizationCode,
): Promise<OpenidTokens> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: code.code,
    redirect_uri: code.redirectUri,
    code_verifier: code.codeVerifier ?? '',
  });
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' });
  if (discovery.mustSendSecretInBody) {
    form.set('client_id', provider.clientId);
    form.set('client_secret', provider.clientSecret);
  } else {
    const encodedCredentials = `${encodeURIComponent(provider.clientId)}:${encodeURIComponent(provider.clientSecret)}`;
    headers.set('authorization', `Basic ${Buffer.from(encodedCredentials).toString('base64')}`);
  }
  const answer = await requestProvider(discovery.tokenEndpoint, { method: 'POST', headers, body: form.toString() });
  // The library skips the checks of an empty token, so an ID token is required.
  if (typeof answer.id_token !== 'string' || answer.id_token === '') throw new OpenidRefusedError('failed');
  return {
    idToken: answer.id_token,
    accessToken: typeof answer.access_token === 'string' ? answer.access_token : undefined,
  };
}

/**
 * Returns the user of an ID token. The library has checked the token's signature, issuer, audience, time and nonce.
 * Claims that are not in the ID token are requested from the provider with the access token. The claims in the
 * provider's response are used only when the response has the same subject as the ID token (OpenID Connect Core 1.0,
 * section 5.3.2).
 * @throws OpenidRefusedError
 */
export async function readOpenidPerson(
  provider: OpenidProvider,
  discovery: Discovery,
  tokens: OpenidTokens,
): Promise<OpenidPerson> {
  const token = decodeJwt<Record<string, unknown>>(tokens.idToken);
  const { sub } = token;
  // The library does not check the expiry and the authorised party of the token (Core, section 3.1.3.7), so they are
  // checked here.
  const authorizedParty =
    token.azp ?? (Array.isArray(token.aud) && token.aud.length > 1 ? undefined : provider.clientId);
  if (typeof sub !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(sub)) throw new OpenidRefusedError('failed');
  if (typeof token.exp !== 'number' || authorizedParty !== provider.clientId) throw new OpenidRefusedError('failed');
  const claims = typeof token.email === 'string' ? token : await fetchUserinfo(discovery, tokens, sub);
  const email = readVerifiedEmail(claims);
  return { sub, email, name: readPersonName(claims, email), providerPhotoUrl: readPhotoUrl(claims.picture) };
}

async function fetchUserinfo(
  discovery: Discovery,
  tokens: OpenidTokens,
  sub: string,
): Promise<Record<string, unknown>> {
  if (discovery.userinfoEndpoint === undefined || tokens.accessToken === undefined) return {};
  const authorization = `Bearer ${tokens.accessToken}`;
  const claims = await requestProvider(discovery.userinfoEndpoint, { headers: { authorization } });
  if (claims.sub !== sub) throw new OpenidRefusedError('failed');
  return claims;
}

/**
 * Returns the e-mail address that the provider has verified. The address must be ASCII: in lower case the Kelvin sign
 * `K` becomes the letter `k`, so an address with it would match the account of another user.
 */
function readVerifiedEmail(claims: Record<string, unknown>): string {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string') throw new OpenidRefusedError('email-not-usable');
  if (verified !== true) throw new OpenidRefusedError('email-not-verified');
  if (email.length > 254 || !/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(email))
    throw new OpenidRefusedError('email-not-usable');
  if (containsCardNumber(email)) throw new OpenidRefusedError('email-not-usable');
  return email.toLowerCase();
}

function readPersonName(claims: Record<string, unknown>, email: string): string {
  const wellFormedName = typeof claims.name === 'string' && claims.name.isWellFormed() ? claims.name : '';
  const cleanedName = [...wellFormedName.replace(/\p{Cc}+/gu, ' ').trim()].slice(0, 200).join('').trim();
  // The user chooses this name at the provider, so it is checked for card numbers like any other input
  // (docs/reliability.md, I20).
  const name = containsCardNumber(cleanedName) ? '' : cleanedName;
  return name || (email.split('@')[0] ?? email);
}

/** Returns the photo's URL when it is an https URL; undefined otherwise, because pages load images only by https. */
function readPhotoUrl(picture: unknown): string | undefined {
  if (typeof picture !== 'string' || picture.length > 2048 || containsCardNumber(picture)) return undefined;
  return /^https:\/\/[^\s\p{Cc}]+$/u.test(picture) && picture.isWellFormed() ? picture : undefined;
}
