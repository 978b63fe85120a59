import { createHash } from 'node:crypto';
import type { Actor } from '@carhouse/domain/account/account';
import { type CountedNetwork, listCountedNetworks } from '@carhouse/domain/limits/wide-network';
import type { FastifyRequest } from 'fastify';
import { findRequestBucket } from './client-address.ts';

/**
 * Returns a short text that identifies the client of a request, by which limits count and idempotency keys are stored:
 * the account, or for visitors a hash of the client's network.
 */
export function findSubject(actor: Actor | null, request: FastifyRequest): string {
  return actor === null ? hashNetwork(findRequestBucket(request)) : `account:${actor.accountId}`;
}

/**
 * The subjects by which limits count the client. For visitors with IPv6, the subjects include the wide network
 * (wide-network.ts).
 */
export function listCountedSubjects(actor: Actor | null, request: FastifyRequest): readonly CountedNetwork[] {
  if (actor !== null) return [{ subject: `account:${actor.accountId}`, limitFactor: 1 }];
  return listCountedNetworks(findRequestBucket(request)).map(({ subject, limitFactor }) => ({
    subject: hashNetwork(subject),
    limitFactor,
  }));
}

function hashNetwork(network: string): string {
  return `address:${createHash('sha256').update(network).digest('base64url')}`;
}
