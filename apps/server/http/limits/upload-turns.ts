import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findRequestBucket } from '../routing/client-address.ts';

/**
 * Maximum numbers of concurrent uploads: of a server node, of one account and of one client network. With the limits of
 * an account and of a network, neither one account nor many accounts of one network can use all upload slots of the
 * node.
 */
export type TurnLimits = {
  readonly concurrentUploadMaximum: number;
  readonly concurrentUploadsPerAccount: number;
  readonly concurrentUploadsPerNetwork: number;
};

/**
 * The limits for images. Each uploaded image is held in memory and may have 5 MB. One account may upload as many images
 * at the same time as a car can have.
 */
const imageTurnLimits: TurnLimits = {
  concurrentUploadMaximum: 32,
  concurrentUploadsPerAccount: 12,
  concurrentUploadsPerNetwork: 20,
};

/**
 * Returns a function that reserves a slot for an upload, or refuses the upload immediately when too many are in
 * progress. The slot is freed when the answer is sent or the connection closes. The limit protects the memory of this
 * server node; the total size of a user's uploads is counted in the database.
 */
export function createUploadSlotTaker({
  concurrentUploadMaximum,
  concurrentUploadsPerAccount,
  concurrentUploadsPerNetwork,
}: TurnLimits = imageTurnLimits): (accountId: AccountId, request: FastifyRequest, reply: FastifyReply) => void {
  const accounts = createSlotCounter<AccountId>(concurrentUploadsPerAccount);
  const networks = createSlotCounter<string>(concurrentUploadsPerNetwork);
  let takenSlotCount = 0;
  return (accountId, request, reply) => {
    const network = findRequestBucket(request);
    // A client that has already disconnected gets no slot, because the slot would never be freed.
    if (reply.raw.destroyed || reply.raw.closed) throw new DomainError('BAD_REQUEST');
    if (takenSlotCount >= concurrentUploadMaximum || accounts.isFull(accountId) || networks.isFull(network)) {
      throw new DomainError('UPLOADS_BUSY', { retryAfter: 2 });
    }
    takenSlotCount += 1;
    accounts.take(accountId);
    networks.take(network);
    reply.raw.once('close', () => {
      takenSlotCount -= 1;
      accounts.giveBack(accountId);
      networks.giveBack(network);
    });
  };
}

/** Counts the slots in use by each subject. A subject without a slot takes no memory. */
function createSlotCounter<Subject>(slotsPerSubject: number) {
  const usedSlotsBySubject = new Map<Subject, number>();
  return {
    isFull: (subject: Subject): boolean => (usedSlotsBySubject.get(subject) ?? 0) >= slotsPerSubject,
    take: (subject: Subject): void => void usedSlotsBySubject.set(subject, (usedSlotsBySubject.get(subject) ?? 0) + 1),
    giveBack(subject: Subject): void {
      const remainingSlotCount = (usedSlotsBySubject.get(subject) ?? 1) - 1;
      if (remainingSlotCount === 0) usedSlotsBySubject.delete(subject);
      else usedSlotsBySubject.set(subject, remainingSlotCount);
    },
  };
}
