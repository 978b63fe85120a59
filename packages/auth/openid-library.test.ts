import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestIdentity, handleRequest, refusal, type TestIdentity } from './testing/test-identity.ts';

let server: TestIdentity;
let provider: Server;
let requestCount = 0;

beforeAll(async () => {
  server = await createTestIdentity();
  // This provider fails at the second request for its metadata, which the sign-in library makes when it starts.
  provider = createServer((_request, response) => {
    requestCount += 1;
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const description = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    };
    response.writeHead(requestCount === 2 ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(requestCount === 2 ? {} : description));
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(async () => {
  provider.close();
  await server.db.close();
});

it('a provider that fails while the library starts is asked again at the next sign-in', async () => {
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const discoveryUrl = `${origin}/.well-known/openid-configuration`;
  const ownProvider = { id: 'openid', name: 'Own', discoveryUrl, clientId: 'a', clientSecret: 'b' } as const;
  const identity = server.createIdentityWith({ openid: [ownProvider] });
  const startSignIn = (): Promise<Response> =>
    handleRequest(
      identity,
      new Request('http://127.0.0.1:3000/api/auth/sign-in/openid', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'openid', from: '' }),
      }),
    );
  expect((await refusal(startSignIn())).code).toBe('SIGN_IN_PROVIDER_UNAVAILABLE');
  const { url } = (await (await startSignIn()).json()) as { url: string };
  expect(url.startsWith(`${origin}/authorize?`)).toBe(true);
});
