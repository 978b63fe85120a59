import type { FastifyInstance } from 'fastify';
import { assertAllowedNames, text } from '../params.ts';
import { cancelPayout } from '../payouts/advance-payout.ts';
import { createPayout, updatePayout } from '../payouts/create-payout.ts';
import type { PayoutRecord } from '../payouts/payout-records.ts';
import { presentPayout } from '../payouts/present-payout.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';
import type { ApiCall, ApiHandler } from './api-call.ts';
import { listPage } from './list-page.ts';
import { LIST_PARAMETERS, makeOkAnswer, makeRouteMethods, requireRecord } from './route-methods.ts';

/**
 * Adds the calls of payouts, which need the secret key and `Stripe-Account`. Payouts of the platform's own account are
 * not emulated.
 */
export function addPayoutRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  const { post, get } = makeRouteMethods(app, sandbox);
  const connectedAccountRouteOptions = { isAllowedForAccounts: true };
  const makePayoutPresenter = (call: ApiCall) => (payout: PayoutRecord) =>
    presentPayout(call.step, payout, call.presentOptions);

  const createPayoutOfAccount: ApiHandler = (call) => {
    const account = call.account === null ? undefined : call.step.get('accounts', call.account);
    if (account === undefined) {
      throw makeInvalidRequestError('Payouts of the platform are not emulated; name an account in Stripe-Account.');
    }
    return makeOkAnswer(makePayoutPresenter(call)(createPayout(call.step, account, call.params)));
  };
  const listPayouts: ApiHandler = (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'destination', 'status']);
    const [destination, status] = [text(call.params, 'destination'), text(call.params, 'status')];
    const payouts = sandbox.recordStore
      .all('payouts')
      .filter((payout) => payout.account === call.account)
      .filter((payout) => (destination ?? payout.destination) === payout.destination)
      .filter((payout) => (status ?? payout.status) === payout.status);
    return makeOkAnswer(listPage(payouts, call.params, '/v1/payouts', makePayoutPresenter(call)));
  };
  post('/v1/payouts', createPayoutOfAccount, connectedAccountRouteOptions);
  get('/v1/payouts', listPayouts, connectedAccountRouteOptions);
  get(
    '/v1/payouts/:id',
    (call) => makeOkAnswer(makePayoutPresenter(call)(requirePayout(call))),
    connectedAccountRouteOptions,
  );
  post(
    '/v1/payouts/:id',
    (call) => makeOkAnswer(makePayoutPresenter(call)(updatePayout(call.step, requirePayout(call), call.params))),
    connectedAccountRouteOptions,
  );
  const cancelPayoutOfCall: ApiHandler = (call) =>
    makeOkAnswer(makePayoutPresenter(call)(cancelPayout(call.step, requirePayout(call), call.params)));
  post('/v1/payouts/:id/cancel', cancelPayoutOfCall, connectedAccountRouteOptions);
}

/** The payout that the path names. The result is "not found" for a payout of another account than that of the call. */
function requirePayout(call: ApiCall): PayoutRecord {
  const payout = call.step.get('payouts', call.id);
  return requireRecord(call, payout?.account === call.account ? payout : undefined, 'payout', 'payout');
}
