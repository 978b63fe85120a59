import { recordDispute } from '../payments/record-dispute.ts';
import { readSandboxKeys } from './card-events.ts';
import type { TestServer } from './test-server.ts';

/** The number of a card whose owner disputes each charge. */
export const disputedCard = '4000 0000 0000 0259';

/** Lets the server learn of the disputes about a charge. */
export async function recordDisputesOf(server: TestServer, intentId: string): Promise<void> {
  for (const { id } of listDisputesOf(server, intentId)) await recordDispute(server.context, id, 'dispute');
}

/** Lets the bank decide the disputes about a charge for the buyer, and the server learn of it. */
export function loseDisputes(server: TestServer, intentId: string): Promise<void> {
  return endDisputes(server, intentId, '/close', '');
}

/** Lets the bank give the money of the disputed charge back to Car House, and the server learn of it. */
export function winDisputes(server: TestServer, intentId: string): Promise<void> {
  return endDisputes(server, intentId, '', 'evidence[uncategorized_text]=winning_evidence');
}

async function endDisputes(server: TestServer, intentId: string, path: string, form: string): Promise<void> {
  const { secretKey } = await readSandboxKeys(server);
  for (const { id } of listDisputesOf(server, intentId)) {
    const answer = await fetch(`${server.sandbox.url}/v1/disputes/${id}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    if (!answer.ok) throw new Error(`Ending dispute ${id} answered ${answer.status}`);
  }
  await recordDisputesOf(server, intentId);
}

function listDisputesOf(server: TestServer, intentId: string) {
  return server.sandbox.account.disputes().filter((each) => each.payment_intent === intentId);
}
