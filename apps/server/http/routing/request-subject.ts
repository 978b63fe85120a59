import { createHash } from 'node:crypto';
import type { Actor } from '@carhouse/domain/account/account';
import type { FastifyRequest } from 'fastify';
import { addressBucket, clientAddress } from './client-address.ts';

/** The client as a short text for counters and keys: the account, or for visitors a hash of the client's network. */
export function subjectOf(actor: Actor | null, request: FastifyRequest): string {
  if (actor !== null) return `account:${actor.accountId}`;
  return `address:${createHash('sha256')
    .update(addressBucket(clientAddress(request)))
    .digest('base64url')}`;
}
