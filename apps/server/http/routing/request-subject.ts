import { createHash } from 'node:crypto';
import type { Actor } from '@carhouse/domain/account/account';
import { type CountedNetwork, countedNetworks } from '@carhouse/domain/limits/wide-network';
import type { FastifyRequest } from 'fastify';
import { requestBucket } from './client-address.ts';

/**
 * Identifies the client by a short text for counters and keys: the account, or for visitors a hash of the client's network.
 */
export function subjectOf(actor: Actor | null, request: FastifyRequest): string {
  return actor === null ? hashed(requestBucket(request)) : `account:${actor.accountId}`;
}

/** The subjects by which limits count the client. For visitors with IPv6 they include the wide network (wide-network.ts). */
export function countedSubjects(actor: Actor | null, request: FastifyRequest): readonly CountedNetwork[] {
  if (actor !== null) return [{ subject: `account:${actor.accountId}`, factor: 1 }];
  return countedNetworks(requestBucket(request)).map(({ subject, factor }) => ({ subject: hashed(subject), factor }));
}

function hashed(network: string): string {
  return `address:${createHash('sha256').update(network).digest('base64url')}`;
}
