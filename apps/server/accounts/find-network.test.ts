import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { registerClientAddress } from '../http/routing/client-address.ts';
import { findSignUpNetwork } from './find-network.ts';

/**
 * Returns the network hash of a sign-up that arrives through a proxy on this machine. The hash function of the test
 * returns its input.
 */
async function findNetworkOfSignUp(isProduction: boolean, forwardedAddress: string): Promise<string> {
  const app = fastify();
  registerClientAddress(app, ['127.0.0.1']);
  const config = { isProduction, trust: { sharesLimitsInNetwork: true } } as Context['config'];
  const securityLog = { hashAddress: (text: string) => text } as Context['securityLog'];
  app.get('/', async (request) => String(findSignUpNetwork({ config, securityLog }, request)));
  const answer = await app.inject({
    url: '/',
    remoteAddress: '127.0.0.1',
    headers: { 'x-forwarded-for': forwardedAddress },
  });
  await app.close();
  return answer.body;
}

it('an entry with a port names the network of the client', async () => {
  expect(await findNetworkOfSignUp(true, '198.51.100.7:5555')).toContain('198.51.100.7');
  expect(await findNetworkOfSignUp(false, '[2001:db8:1:2::7]:5555')).toContain('2001:db8:1:2::/64');
});

it('in production sign-ups without a known network are one group; elsewhere each counts alone', async () => {
  expect(await findNetworkOfSignUp(true, 'unknown')).toContain('unknown');
  expect(await findNetworkOfSignUp(true, '127.0.0.1')).toBe(await findNetworkOfSignUp(true, ''));
  expect(await findNetworkOfSignUp(false, 'unknown')).toBe('null');
});
