import type { FastifyInstance } from 'fastify';
import { assertAllowedNames, text } from '../params.ts';
import { cancelPayout } from '../payouts/advance-payout.ts';
import { createPayout, updatePayout } from '../payouts/create-payout.ts';
import type { PayoutRecord } from '../payouts/payout-records.ts';
import { presentPayout } from '../payouts/present-payout.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { invalidRequestError } from '../stripe-error.ts';
import type { ApiCall, ApiHandler } from './api-call.ts';
import { listPage } from './list-page.ts';
import { foundOrMissing, LIST_PARAMETERS, makeRouteMethods, ok } from './route-methods.ts';

/**
 * Adds the calls of payouts, which need the secret key and `Stripe-Account`. Payouts of the platform's own account are
 * not emulated.
 */
export function addPayoutRoutes(app: FastifyInstance, world: SandboxContext): void {
  const { post, get } = makeRouteMethods(app, world);
  const options = { isAllowedForAccounts: true };
  const present = (call: ApiCall) => (payout: PayoutRecord) => presentPayout(call.step, payout, call.presentOptions);

  const create: ApiHandler = (call) => {
    const account = call.account === null ? undefined : call.step.get('accounts', call.account);
    if (account === undefined) {
      throw invalidRequestError('Payouts of the platform are not emulated; name an account in Stripe-Account.');
    }
    return ok(present(call)(createPayout(call.step, account, call.params)));
  };
  const list: ApiHandler = (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'destination', 'status']);
    const [destination, status] = [text(call.params, 'destination'), text(call.params, 'status')];
    const payouts = world.ledger
      .all('payouts')
      .filter((payout) => payout.account === call.account)
      .filter((payout) => (destination ?? payout.destination) === payout.destination)
      .filter((payout) => (status ?? payout.status) === payout.status);
    return ok(listPage(payouts, call.params, '/v1/payouts', present(call)));
  };
  post('/v1/payouts', create, options);
  get('/v1/payouts', list, options);
  get('/v1/payouts/:id', (call) => ok(present(call)(payoutOf(call))), options);
  post('/v1/payouts/:id', (call) => ok(present(call)(updatePayout(call.step, payoutOf(call), call.params))), options);
  const cancel: ApiHandler = (call) => ok(present(call)(cancelPayout(call.step, payoutOf(call), call.params)));
  post('/v1/payouts/:id/cancel', cancel, options);
}

/** The payout that the path names. The result is "not found" for a payout of another account than that of the call. */
function payoutOf(call: ApiCall): PayoutRecord {
  const payout = call.step.get('payouts', call.id);
  return foundOrMissing(call, payout?.account === call.account ? payout : undefined, 'payout', 'payout');
}
