import type { FastifyInstance } from 'fastify';
import { assertAllowedNames, text } from '../params.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { makeResourceMissingError } from '../stripe-error.ts';
import { createTransfer, updateTransfer } from '../transfers/create-transfer.ts';
import { presentTransfer, presentTransferReversal } from '../transfers/present-transfer.ts';
import { reverseTransfer } from '../transfers/reverse-transfer.ts';
import type { TransferRecord, TransferReversalRecord } from '../transfers/transfer-records.ts';
import type { ApiCall } from './api-call.ts';
import { listPage } from './list-page.ts';
import { LIST_PARAMETERS, makeOkAnswer, makeRouteMethods, requireRecord } from './route-methods.ts';

/** Adds the calls of transfers to connected accounts and of their reversals, which need the secret key. */
export function addTransferRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  const { post, get } = makeRouteMethods(app, sandbox);
  const makeTransferPresenter = (call: ApiCall) => (transfer: TransferRecord) =>
    presentTransfer(call.step, transfer, call.presentOptions);
  const makeReversalPresenter = (call: ApiCall) => (reversal: TransferReversalRecord) =>
    presentTransferReversal(call.step, reversal, call.presentOptions);

  post('/v1/transfers', (call) => makeOkAnswer(makeTransferPresenter(call)(createTransfer(call.step, call.params))));
  get('/v1/transfers', (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'destination', 'transfer_group']);
    const [destination, transferGroup] = [text(call.params, 'destination'), text(call.params, 'transfer_group')];
    const transfers = sandbox.recordStore
      .all('transfers')
      .filter((transfer) => (destination ?? transfer.destination) === transfer.destination)
      .filter((transfer) => transferGroup === undefined || transfer.transferGroup === transferGroup);
    return makeOkAnswer(listPage(transfers, call.params, '/v1/transfers', makeTransferPresenter(call)));
  });
  get('/v1/transfers/:id', (call) => makeOkAnswer(makeTransferPresenter(call)(requireTransfer(call))));
  post('/v1/transfers/:id', (call) =>
    makeOkAnswer(makeTransferPresenter(call)(updateTransfer(call.step, requireTransfer(call), call.params))),
  );

  post('/v1/transfers/:id/reversals', (call) =>
    makeOkAnswer(makeReversalPresenter(call)(reverseTransfer(call.step, requireTransfer(call), call.params))),
  );
  get('/v1/transfers/:id/reversals', (call) => {
    assertAllowedNames(call.params, LIST_PARAMETERS);
    const { id } = requireTransfer(call);
    const reversals = sandbox.recordStore.all('transferReversals').filter((reversal) => reversal.transferId === id);
    return makeOkAnswer(listPage(reversals, call.params, `/v1/transfers/${id}/reversals`, makeReversalPresenter(call)));
  });
  get('/v1/transfers/:id/reversals/:subId', (call) => {
    const reversal = call.step.get('transferReversals', call.subId);
    if (reversal?.transferId !== requireTransfer(call).id) {
      throw makeResourceMissingError('transfer reversal', call.subId, 'reversal');
    }
    return makeOkAnswer(makeReversalPresenter(call)(reversal));
  });
}

function requireTransfer(call: ApiCall): TransferRecord {
  return requireRecord(call, call.step.get('transfers', call.id), 'transfer', 'transfer');
}
