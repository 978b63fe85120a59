import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/listen-config.ts';
import type { Context } from '../context.ts';
import { addressBucket, clientAddress } from '../http/routing/client-address.ts';

/**
 * A keyed hash of the network of a sign-up. Its key differs from that of the security log, so the two cannot be compared.
 * @returns null when networks do not share, and outside of production for addresses that everybody has, such as loopback: accounts
 * from there are counted one by one. In production such an address means that the proxy does not name its clients; they are
 * one group, because otherwise nothing would count them together.
 */
export function signUpNetwork(
  { config, securityLog }: Pick<Context, 'config' | 'securityLog'>,
  request: FastifyRequest,
): string | null {
  const address = clientAddress(request);
  if (!config.trust.networksShare) return null;
  if (address === '' || isLoopback(address)) {
    return config.production ? securityLog.addressHash('sign-up of a seller\nunknown') : null;
  }
  return securityLog.addressHash(`sign-up of a seller\n${addressBucket(address)}`);
}
