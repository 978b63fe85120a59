import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/listen-config.ts';
import type { Context } from '../context.ts';
import { addressBucket, clientAddress } from '../http/routing/client-address.ts';

/**
 * The network of a sign-up as a keyed hash of its own: it cannot be compared with the hashes of the security log.
 * @returns null for addresses that everybody has, such as loopback: accounts from there are counted one by one.
 */
export function signUpNetwork({ config, securityLog }: Context, request: FastifyRequest): string | null {
  const address = clientAddress(request);
  if (!config.trust.networksShare || address === '' || isLoopback(address)) return null;
  return securityLog.addressHash(`sign-up of a seller\n${addressBucket(address)}`);
}
