import type { FastifyInstance } from 'fastify';
import { presentCharge } from '../charges/present-charge.ts';
import { answerDispute, closeDispute } from '../disputes/answer-dispute.ts';
import { presentDispute, presentWarning } from '../disputes/present-dispute.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { confirmIntent, confirmIntentWithParams } from '../intents/confirm-intent.ts';
import { createIntent } from '../intents/create-intent.ts';
import { presentIntent } from '../intents/present-intent.ts';
import type { ChargeRecord, DisputeRecord, EventRecord, IntentRecord, RefundRecord } from '../ledger/records.ts';
import { assertAllowedNames, readFlag, readTexts, text } from '../params.ts';
import { presentPaymentMethod } from '../payment-methods/present-payment-method.ts';
import { readPaymentMethod, recordPaymentMethod } from '../payment-methods/read-payment-method.ts';
import { createRefund } from '../refunds/create-refund.ts';
import { presentRefund } from '../refunds/present-refund.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';
import { presentEvent } from '../webhooks/present-event.ts';
import { addAccountRoutes } from './account-routes.ts';
import { type ApiAnswer, type ApiCall, makeErrorAnswer } from './api-call.ts';
import { isSameText } from './authorize.ts';
import { addBalanceRoutes } from './balance-routes.ts';
import { listPage } from './list-page.ts';
import { addPayoutRoutes } from './payout-routes.ts';
import { LIST_PARAMETERS, makeOkAnswer, makeRouteMethods, requireRecord } from './route-methods.ts';
import { addTransferRoutes } from './transfer-routes.ts';

const BROWSER_ROUTE_OPTIONS = { allowedKeys: ['secret', 'publishable'] } as const;

/**
 * Adds the calls of the API below the path `/v1`. With a publishable key only the three calls of a browser are allowed,
 * and an intent can be read only with its client secret.
 */
export function addApiRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  const { post, get } = makeRouteMethods(app, sandbox);
  addAccountRoutes(app, sandbox);
  addTransferRoutes(app, sandbox);
  addPayoutRoutes(app, sandbox);
  addBalanceRoutes(app, sandbox);

  post('/v1/payment_intents', (call) => {
    const created = createIntent(call.step, call.params);
    return makeIntentAnswer(
      call,
      readFlag(call.params, 'confirm') ? confirmIntentWithParams(call.step, created, call.params) : created,
    );
  });
  get('/v1/payment_intents', (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'customer']);
    const presentWithOptions = (intent: IntentRecord) => presentIntent(call.step, intent, call.presentOptions);
    return makeOkAnswer(
      listPage(sandbox.recordStore.all('intents'), call.params, '/v1/payment_intents', presentWithOptions),
    );
  });
  const readIntent = (call: ApiCall) => {
    assertAllowedNames(call.params, ['client_secret', 'is_stripe_sdk']);
    return makeOkAnswer(presentIntent(call.step, requireIntent(call), call.presentOptions));
  };
  get('/v1/payment_intents/:id', readIntent, BROWSER_ROUTE_OPTIONS);
  const confirmPayment = (call: ApiCall) =>
    makeIntentAnswer(call, confirmIntent(call.step, requireIntent(call), call.params));
  post('/v1/payment_intents/:id/confirm', confirmPayment, BROWSER_ROUTE_OPTIONS);
  post('/v1/payment_intents/:id/cancel', (call) =>
    makeOkAnswer(
      presentIntent(call.step, cancelIntent(call.step, requireIntent(call), call.params), call.presentOptions),
    ),
  );

  const createPaymentMethod = (call: ApiCall) => {
    assertAllowedNames(call.params, ['type', 'card', 'paynow', 'billing_details', 'metadata']);
    if (call.viewer === 'secret')
      return makeOkAnswer(presentPaymentMethod(recordPaymentMethod(call.step, call.params)));
    const draftPaymentMethod = readPaymentMethod(call.step, call.params);
    sandbox.unusedMethods.keep(draftPaymentMethod);
    return makeOkAnswer(presentPaymentMethod(draftPaymentMethod));
  };
  post('/v1/payment_methods', createPaymentMethod, BROWSER_ROUTE_OPTIONS);
  get('/v1/payment_methods/:id', (call) =>
    makeOkAnswer(
      presentPaymentMethod(
        requireRecord(
          call,
          call.step.get('paymentMethods', call.id) ?? call.step.findDraft(call.id),
          'PaymentMethod',
          'payment_method',
        ),
      ),
    ),
  );

  post('/v1/refunds', (call) =>
    makeOkAnswer(presentRefund(call.step, createRefund(call.step, call.params), call.presentOptions)),
  );
  get('/v1/refunds', (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'payment_intent', 'charge']);
    const [intentId, chargeId] = [text(call.params, 'payment_intent'), text(call.params, 'charge')];
    const refunds = sandbox.recordStore
      .all('refunds')
      .filter((refund) => (intentId ?? refund.intentId) === refund.intentId)
      .filter((refund) => (chargeId ?? refund.chargeId) === refund.chargeId);
    const presentListedRefund = (refund: RefundRecord) => presentRefund(call.step, refund, call.presentOptions);
    return makeOkAnswer(listPage(refunds, call.params, '/v1/refunds', presentListedRefund));
  });
  get('/v1/refunds/:id', (call) =>
    makeOkAnswer(
      presentRefund(
        call.step,
        requireRecord(call, call.step.get('refunds', call.id), 'refund', 'refund'),
        call.presentOptions,
      ),
    ),
  );

  get('/v1/disputes', (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'payment_intent', 'charge']);
    const [intentId, chargeId] = [text(call.params, 'payment_intent'), text(call.params, 'charge')];
    const disputes = sandbox.recordStore
      .all('disputes')
      .filter((dispute) => dispute.kind === 'dispute')
      .filter((dispute) => (intentId ?? dispute.intentId) === dispute.intentId)
      .filter((dispute) => (chargeId ?? dispute.chargeId) === dispute.chargeId);
    return makeOkAnswer(
      listPage(disputes, call.params, '/v1/disputes', (dispute) => presentDispute(call.step, dispute)),
    );
  });
  get('/v1/disputes/:id', (call) => makeOkAnswer(presentDispute(call.step, findContest(call, 'dispute'))));
  post('/v1/disputes/:id', (call) =>
    makeOkAnswer(presentDispute(call.step, answerDispute(call.step, findContest(call, 'dispute'), call.params))),
  );
  post('/v1/disputes/:id/close', (call) =>
    makeOkAnswer(presentDispute(call.step, closeDispute(call.step, findContest(call, 'dispute'), 'lost'))),
  );
  get('/v1/radar/early_fraud_warnings/:id', (call) =>
    makeOkAnswer(presentWarning(call.step, findContest(call, 'warning'))),
  );

  get('/v1/charges', (call) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'payment_intent']);
    const intentId = text(call.params, 'payment_intent');
    const charges = sandbox.recordStore
      .all('charges')
      .filter((charge) => (intentId ?? charge.intentId) === charge.intentId);
    const presentListedCharge = (charge: ChargeRecord) => presentCharge(call.step, charge, call.presentOptions);
    return makeOkAnswer(listPage(charges, call.params, '/v1/charges', presentListedCharge));
  });
  get('/v1/charges/:id', (call) =>
    makeOkAnswer(
      presentCharge(
        call.step,
        requireRecord(call, call.step.get('charges', call.id), 'charge', 'charge'),
        call.presentOptions,
      ),
    ),
  );

  const isEventOfAccount = (call: ApiCall, event: EventRecord) => (event.account ?? null) === call.account;
  const listEvents = (call: ApiCall) => {
    assertAllowedNames(call.params, [...LIST_PARAMETERS, 'type', 'types']);
    const type = text(call.params, 'type');
    const types = type === undefined ? readTexts(call.params, 'types') : [type];
    const events = sandbox.recordStore
      .all('events')
      .filter((event) => isEventOfAccount(call, event) && (types.length === 0 || types.includes(event.type)));
    return makeOkAnswer(listPage(events, call.params, '/v1/events', presentEvent));
  };
  const readEvent = (call: ApiCall) => {
    const event = call.step.get('events', call.id);
    const isVisible = event !== undefined && isEventOfAccount(call, event);
    return makeOkAnswer(presentEvent(requireRecord(call, isVisible ? event : undefined, 'event', 'id')));
  };
  get('/v1/events', listEvents, { isAllowedForAccounts: true });
  get('/v1/events/:id', readEvent, { isAllowedForAccounts: true });
}

/** The response to an attempt to pay: the intent, or 402 with the error and the intent when the card was declined. */
function makeIntentAnswer(call: ApiCall, intent: IntentRecord): ApiAnswer {
  const body = presentIntent(call.step, intent, call.presentOptions);
  if (intent.lastPaymentError === null) return makeOkAnswer(body);
  return makeErrorAnswer(402, { ...intent.lastPaymentError, payment_intent: body });
}

/** The intent that the path names. A client secret, when given or required, must belong to this intent. */
function requireIntent(call: ApiCall): IntentRecord {
  const intent = requireRecord(call, call.step.get('intents', call.id), 'payment_intent', 'intent');
  const clientSecret = text(call.params, 'client_secret');
  if (clientSecret === undefined && call.viewer === 'secret') return intent;
  if (clientSecret === undefined || !isSameText(clientSecret, intent.clientSecret)) {
    throw makeInvalidRequestError(
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the publishable key used belongs to the same account that created the PaymentIntent.',
      'payment_intent_invalid_parameter',
      'client_secret',
    );
  }
  return intent;
}

function findContest(call: ApiCall, kind: DisputeRecord['kind']): DisputeRecord {
  const record = call.step.get('disputes', call.id);
  return requireRecord(call, record?.kind === kind ? record : undefined, kind, kind);
}
