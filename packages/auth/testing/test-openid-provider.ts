import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, type JWTPayload, SignJWT } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
import { loginPage } from './openid-login-page.ts';
import { createProviderStore } from './openid-provider-store.ts';

/** A user of the OpenID provider. */
export type TestOpenidUser = {
  /**
   * The login name of the user, which is also the subject of their ID tokens. The default login name is the user's
   * e-mail address.
   */
  readonly login?: string;
  readonly email: string;
  readonly name?: string;
  readonly picture?: string;
  readonly verified?: unknown;
};

/** Returns the ID token that replaces a valid one. `sign` signs claims with the provider's own key. */
export type Tampering = (
  claims: JWTPayload,
  sign: (claims: JWTPayload, key?: KeyObject) => Promise<string>,
) => Promise<string>;

export type TestOpenidProvider = {
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Adds a user, or replaces the user with this login name. Other users are created when they log in. */
  addPerson(person: TestOpenidUser): void;
  /**
   * From now on the provider issues ID tokens that `tampering` has changed. After a call with null, the provider no
   * longer changes ID tokens.
   */
  tamper(tampering: Tampering | null): void;
  /** Sets how the provider responds. A 'silent' provider accepts connections and never responds. */
  setState(state: 'up' | 'failing' | 'silent'): void;
  /** Sets whether claims are in the ID token, or only at the userinfo endpoint. */
  putClaimsIntoToken(areClaimsInToken: boolean): void;
  close(): Promise<void>;
};

/**
 * A real OpenID provider on a loopback port: oidc-provider with PKCE required. The provider's login page has one field
 * for the address, a button to continue and one to cancel. Logging in counts as consent.
 */
export async function startTestOpenidProvider(redirectUris: readonly string[], port = 0): Promise<TestOpenidProvider> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: 'car-house', clientSecret: randomBytes(24).toString('hex') };
  const users = new Map<string, TestOpenidUser>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state = { word: 'up' as 'up' | 'failing' | 'silent', inToken: true, tampering: null as Tampering | null };
  const provider = new Provider(issuer, {
    ...makeConfiguration(users, () => state.inToken),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'company' }] },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
  });
  const handleRequest = provider.callback();

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.word === 'silent') return;
    if (state.word === 'failing') {
      response.writeHead(503).end('down for repairs');
      return;
    }
    if (request.url?.startsWith('/login/') === true) return logInUser(request, response);
    if (request.url === '/token' && state.tampering !== null) changeAnswer(response, state.tampering);
    await handleRequest(request, response);
  }

  async function logInUser(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, params } = await provider.interactionDetails(request, response);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(loginPage(`/login/${uid}`));
      return;
    }
    const form = new URLSearchParams(await readBody(request));
    if (form.has('cancel')) {
      const refusal = { error: 'access_denied', error_description: '<b>The person said no</b>' };
      return provider.interactionFinished(request, response, refusal);
    }
    const accountId = form.get('email') ?? '';
    const userGrant = new provider.Grant({ accountId, clientId: String(params.client_id) });
    userGrant.addOIDCScope('openid email profile');
    const grantId = await userGrant.save();
    return provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
  }

  /** Intercepts the response of the token endpoint and replaces its ID token. */
  function changeAnswer(response: ServerResponse, tampering: Tampering): void {
    const end = response.end.bind(response);
    const sign = (claims: JWTPayload, key: KeyObject = privateKey): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'company' }).sign(key);
    response.end = ((body: string | Buffer) => {
      const tokens = JSON.parse(String(body)) as { id_token?: string };
      if (tokens.id_token === undefined) return end(body);
      void tampering(decodeJwt(tokens.id_token), sign).then((changedToken) => {
        const text = JSON.stringify({ ...tokens, id_token: changedToken });
        response.setHeader('content-length', Buffer.byteLength(text));
        end(text);
      });
      return response;
    }) as typeof response.end;
  }

  server.on('request', (request, response) => {
    answerRequest(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  return {
    ...client,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    addPerson: (person) => void users.set(person.login ?? person.email, person),
    tamper: (tampering) => {
      state.tampering = tampering;
    },
    setState: (word) => {
      state.word = word;
    },
    putClaimsIntoToken: (areClaimsInToken) => {
      state.inToken = areClaimsInToken;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function makeConfiguration(users: Map<string, TestOpenidUser>, areClaimsInToken: () => boolean): Configuration {
  return {
    adapter: createProviderStore(),
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/login/${interaction.uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: (tokenUse) => {
        const { email, name, picture, verified } = users.get(accountId) ?? { email: accountId, name: 'New Person' };
        if (tokenUse === 'id_token' && !areClaimsInToken()) return { sub: accountId };
        return { sub: accountId, email, email_verified: verified ?? true, name, picture };
      },
    }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const bodyChunk of request) text += String(bodyChunk);
  return text;
}
