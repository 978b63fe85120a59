import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/listen-config.ts';
import type { Context } from '../context.ts';
import { addressBucket, clientAddress } from '../http/routing/client-address.ts';

/**
 * A keyed hash of the network of a sign-up. Its key differs from that of the security log, so the two cannot be compared.
 * @returns null for addresses that everybody has, such as loopback: accounts from there are counted one by one.
 */
export function signUpNetwork({ config, securityLog }: Context, request: FastifyRequest): string | null {
  const address = clientAddress(request);
  if (!config.trust.networksShare || address === '' || isLoopback(address)) return null;
  return securityLog.addressHash(`sign-up of a seller\n${addressBucket(address)}`);
}
