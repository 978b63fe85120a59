import type { FastifyInstance } from 'fastify';
import type { BalanceTransactionRecord } from '../balance/balance-records.ts';
import { presentBalance, presentBalanceTransaction } from '../balance/present-balance.ts';
import { presentCharge } from '../charges/present-charge.ts';
import { presentDispute } from '../disputes/present-dispute.ts';
import { assertAllowedNames, text } from '../params.ts';
import { presentPayout } from '../payouts/present-payout.ts';
import { presentExpandable } from '../present-options.ts';
import { presentRefund } from '../refunds/present-refund.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Step } from '../step.ts';
import { makeInvalidRequestError, makeResourceMissingError } from '../stripe-error.ts';
import { presentTransfer, presentTransferReversal } from '../transfers/present-transfer.ts';
import type { ApiCall, ApiHandler } from './api-call.ts';
import { listPage } from './list-page.ts';
import { LIST_PARAMETERS, makeOkAnswer, makeRouteMethods, requireRecord } from './route-methods.ts';

/** Adds the calls of the balance and its movements, of the platform and, with `Stripe-Account`, of connected accounts. */
export function addBalanceRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  const { get } = makeRouteMethods(app, sandbox);
  const connectedAccountRouteOptions = { isAllowedForAccounts: true };

  const readBalance: ApiHandler = (call) => {
    assertAllowedNames(call.params, []);
    return makeOkAnswer(presentBalance(sandbox.recordStore.all('balanceTransactions'), call.account, call.step.now));
  };
  const listTransactions: ApiHandler = (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'currency', 'payout', 'source', 'type']);
    assertPayoutFilter(call);
    const [currency, source, type] = [
      text(call.params, 'currency'),
      text(call.params, 'source'),
      text(call.params, 'type'),
    ];
    const transactions = sandbox.recordStore
      .all('balanceTransactions')
      .filter((each) => each.account === call.account)
      .filter((each) => (currency ?? each.currency) === each.currency)
      .filter((each) => (source ?? each.source) === each.source)
      .filter((each) => (type ?? each.type) === each.type);
    return makeOkAnswer(
      listPage(transactions, call.params, '/v1/balance_transactions', (each) => presentExpanded(call, each)),
    );
  };
  const readTransaction: ApiHandler = (call) => {
    assertAllowedNames(call.params, []);
    const transaction = call.step.get('balanceTransactions', call.id);
    const accountTransaction = transaction?.account === call.account ? transaction : undefined;
    return makeOkAnswer(presentExpanded(call, requireRecord(call, accountTransaction, 'balance transaction', 'id')));
  };
  get('/v1/balance', readBalance, connectedAccountRouteOptions);
  get('/v1/balance_transactions', listTransactions, connectedAccountRouteOptions);
  get('/v1/balance_transactions/:id', readTransaction, connectedAccountRouteOptions);
}

/**
 * Stripe connects movements only with automatic payouts. All payouts of this sandbox are manual, so the filter `payout`
 * always ends with an error, as it does at Stripe.
 */
function assertPayoutFilter(call: ApiCall): void {
  const id = text(call.params, 'payout');
  if (id === undefined) return;
  if (call.step.get('payouts', id)?.account !== call.account) throw makeResourceMissingError('payout', id, 'payout');
  throw makeInvalidRequestError(
    'Balance transaction history can only be filtered on automatic transfers, not manual.',
    undefined,
    'payout',
  );
}

function presentExpanded(call: ApiCall, transaction: BalanceTransactionRecord) {
  return {
    ...presentBalanceTransaction(transaction, call.step.now),
    source: presentExpandable(call.presentOptions, 'source', transaction.source, (id) => presentSource(call.step, id)),
  };
}

/**
 * The object that moved the money. The result is the id of the object when the object belongs to a connected account
 * and is not emulated.
 */
function presentSource(step: Step, id: string): unknown {
  const charge = step.get('charges', id);
  if (charge !== undefined) return presentCharge(step, charge);
  const refund = step.get('refunds', id);
  if (refund !== undefined) return presentRefund(step, refund);
  const dispute = step.get('disputes', id);
  if (dispute !== undefined) return presentDispute(step, dispute);
  const transfer = step.get('transfers', id);
  if (transfer !== undefined) return presentTransfer(step, transfer);
  const reversal = step.get('transferReversals', id);
  if (reversal !== undefined) return presentTransferReversal(step, reversal);
  const payout = step.get('payouts', id);
  return payout === undefined ? id : presentPayout(step, payout);
}
