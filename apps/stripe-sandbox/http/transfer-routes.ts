import type { FastifyInstance } from 'fastify';
import { assertAllowedNames, text } from '../params.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { resourceMissingError } from '../stripe-error.ts';
import { createTransfer, updateTransfer } from '../transfers/create-transfer.ts';
import { presentTransfer, presentTransferReversal } from '../transfers/present-transfer.ts';
import { reverseTransfer } from '../transfers/reverse-transfer.ts';
import type { TransferRecord, TransferReversalRecord } from '../transfers/transfer-records.ts';
import type { ApiCall } from './api-call.ts';
import { listPage } from './list-page.ts';
import { foundOrMissing, LIST_PARAMETERS, makeRouteMethods, ok } from './route-methods.ts';

/** Adds the calls of transfers to connected accounts and of their reversals, which need the secret key. */
export function addTransferRoutes(app: FastifyInstance, world: SandboxContext): void {
  const { post, get } = makeRouteMethods(app, world);
  const present = (call: ApiCall) => (transfer: TransferRecord) =>
    presentTransfer(call.step, transfer, call.presentOptions);
  const presentReversal = (call: ApiCall) => (reversal: TransferReversalRecord) =>
    presentTransferReversal(call.step, reversal, call.presentOptions);

  post('/v1/transfers', (call) => ok(present(call)(createTransfer(call.step, call.params))));
  get('/v1/transfers', (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'destination', 'transfer_group']);
    const [destination, group] = [text(call.params, 'destination'), text(call.params, 'transfer_group')];
    const transfers = world.ledger
      .all('transfers')
      .filter((transfer) => (destination ?? transfer.destination) === transfer.destination)
      .filter((transfer) => group === undefined || transfer.transferGroup === group);
    return ok(listPage(transfers, call.params, '/v1/transfers', present(call)));
  });
  get('/v1/transfers/:id', (call) => ok(present(call)(transferOf(call))));
  post('/v1/transfers/:id', (call) => ok(present(call)(updateTransfer(call.step, transferOf(call), call.params))));

  post('/v1/transfers/:id/reversals', (call) =>
    ok(presentReversal(call)(reverseTransfer(call.step, transferOf(call), call.params))),
  );
  get('/v1/transfers/:id/reversals', (call) => {
    assertAllowedNames(call.params, LIST_PARAMETERS);
    const { id } = transferOf(call);
    const reversals = world.ledger.all('transferReversals').filter((reversal) => reversal.transferId === id);
    return ok(listPage(reversals, call.params, `/v1/transfers/${id}/reversals`, presentReversal(call)));
  });
  get('/v1/transfers/:id/reversals/:subId', (call) => {
    const reversal = call.step.get('transferReversals', call.subId);
    if (reversal?.transferId !== transferOf(call).id) {
      throw resourceMissingError('transfer reversal', call.subId, 'reversal');
    }
    return ok(presentReversal(call)(reversal));
  });
}

function transferOf(call: ApiCall): TransferRecord {
  return foundOrMissing(call, call.step.get('transfers', call.id), 'transfer', 'transfer');
}
