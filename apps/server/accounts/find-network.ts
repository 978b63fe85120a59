import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/listen-config.ts';
import type { Context } from '../context.ts';
import { findAddressBucket, readClientAddress } from '../http/routing/client-address.ts';

/**
 * Returns a keyed hash of the network from which a user signs up. The key differs from the key of the security log, so
 * these hashes cannot be matched with the hashes in that log.
 * @returns null when the operator has switched off limits per network, and for loopback and private addresses outside
 * production. Accounts without a network share no limits. In production a loopback or private address means that the
 * proxy does not forward client addresses. All sign-ups from such an address get the same hash, so that they share
 * limits.
 */
export function findSignUpNetwork(
  { config, securityLog }: Pick<Context, 'config' | 'securityLog'>,
  request: FastifyRequest,
): string | null {
  const address = readClientAddress(request);
  if (!config.trust.sharesLimitsInNetwork) return null;
  if (address === '' || isLoopback(address)) {
    return config.isProduction ? securityLog.hashAddress('sign-up of a seller\nunknown') : null;
  }
  return securityLog.hashAddress(`sign-up of a seller\n${findAddressBucket(address)}`);
}
