import type { AccountId } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { FastifyReply } from 'fastify';

/** Uploads that a node takes in at the same time, and those of one account, so that nobody takes all the turns. */
export type TurnLimits = { readonly atOnce: number; readonly atOnceEach: number };

/** A photo is held in memory, 5 MB each; one account sends as many as a car has photos. */
const photoTurns: TurnLimits = { atOnce: 32, atOnceEach: 12 };

/**
 * Lets an upload begin, or refuses it at once when too many are under way. The turn ends with the answer, or with the
 * connection. It guards the memory of this node; what a person may upload in all is counted in the database.
 */
export function uploadTurns({
  atOnce,
  atOnceEach,
}: TurnLimits = photoTurns): (accountId: AccountId, reply: FastifyReply) => void {
  const turns = new Map<AccountId, number>();
  let taken = 0;
  return (accountId, reply) => {
    const own = turns.get(accountId) ?? 0;
    // who has gone already would never give the turn back
    if (reply.raw.destroyed || reply.raw.closed) throw new DomainError('BAD_REQUEST');
    if (taken >= atOnce || own >= atOnceEach) throw new DomainError('UPLOADS_BUSY', { retryAfter: 2 });
    taken += 1;
    turns.set(accountId, own + 1);
    reply.raw.once('close', () => {
      taken -= 1;
      const left = (turns.get(accountId) ?? 1) - 1;
      if (left === 0) turns.delete(accountId);
      else turns.set(accountId, left);
    });
  };
}
