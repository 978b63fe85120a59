import type { FastifyInstance } from 'fastify';
import { readPaymentMethod, recordPaymentMethod } from '../cards/read-card.ts';
import { answerDispute, closeDispute } from '../disputes/answer-dispute.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { confirmIntent, confirmWith } from '../intents/confirm-intent.ts';
import { createIntent } from '../intents/create-intent.ts';
import type { DisputeRecord, IntentRecord } from '../ledger/records.ts';
import { assertAllowedNames, flag, text, texts } from '../params.ts';
import {
  presentCharge,
  presentDispute,
  presentEvent,
  presentIntent,
  presentPaymentMethod,
  presentRefund,
  presentWarning,
} from '../present.ts';
import { createRefund } from '../refunds/create-refund.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { invalidRequestError, resourceMissingError } from '../stripe-error.ts';
import { type Answer, type ApiCall, type ApiHandler, createApiRoute, makeErrorAnswer } from './api-call.ts';
import type { KeyKind } from './authorize.ts';
import { sameText } from './authorize.ts';
import { listPage } from './list-page.ts';

const LIST = ['limit', 'starting_after', 'ending_before', 'created'];

/**
 * Adds the calls under `/v1`. With a publishable key only the three calls of a browser are allowed, and an intent can
 * be read only with its client secret.
 */
export function apiRoutes(app: FastifyInstance, world: SandboxContext): void {
  const post = (path: string, allowed: KeyKind[], handler: ApiHandler) =>
    app.post(path, createApiRoute(world, allowed, handler));
  const addGetRoute = (path: string, allowed: KeyKind[], handler: ApiHandler) =>
    app.get(path, createApiRoute(world, allowed, handler));

  post('/v1/payment_intents', ['secret'], (call) => {
    const created = createIntent(call.step, call.params);
    return intentAnswer(call, flag(call.params, 'confirm') ? confirmWith(call.step, created, call.params) : created);
  });
  addGetRoute('/v1/payment_intents', ['secret'], (call) => {
    assertAllowedNames(call.params, [...LIST, 'customer']);
    const presentWithOptions = (intent: IntentRecord) => presentIntent(call.step, intent, call.presentOptions);
    return ok(listPage(world.ledger.all('intents'), call.params, '/v1/payment_intents', presentWithOptions));
  });
  addGetRoute('/v1/payment_intents/:id', ['secret', 'publishable'], (call) => {
    assertAllowedNames(call.params, ['client_secret', 'is_stripe_sdk']);
    return ok(presentIntent(call.step, intentOf(call), call.presentOptions));
  });
  post('/v1/payment_intents/:id/confirm', ['secret', 'publishable'], (call) =>
    intentAnswer(call, confirmIntent(call.step, intentOf(call), call.params)),
  );
  post('/v1/payment_intents/:id/cancel', ['secret'], (call) =>
    ok(presentIntent(call.step, cancelIntent(call.step, intentOf(call), call.params), call.presentOptions)),
  );

  post('/v1/payment_methods', ['secret', 'publishable'], (call) => {
    assertAllowedNames(call.params, ['type', 'card', 'billing_details', 'metadata']);
    if (call.viewer === 'secret') return ok(presentPaymentMethod(recordPaymentMethod(call.step, call.params)));
    const draft = readPaymentMethod(call.step, call.params);
    world.drafts.keep(draft);
    return ok(presentPaymentMethod(draft));
  });
  addGetRoute('/v1/payment_methods/:id', ['secret'], (call) =>
    ok(
      presentPaymentMethod(
        foundOrMissing(
          call,
          call.step.get('paymentMethods', call.id) ?? call.step.draft(call.id),
          'PaymentMethod',
          'payment_method',
        ),
      ),
    ),
  );

  post('/v1/refunds', ['secret'], (call) => ok(presentRefund(createRefund(call.step, call.params))));
  addGetRoute('/v1/refunds', ['secret'], (call) => {
    assertAllowedNames(call.params, [...LIST, 'payment_intent', 'charge']);
    const [intentId, chargeId] = [text(call.params, 'payment_intent'), text(call.params, 'charge')];
    const refunds = world.ledger
      .all('refunds')
      .filter((refund) => (intentId ?? refund.intentId) === refund.intentId)
      .filter((refund) => (chargeId ?? refund.chargeId) === refund.chargeId);
    return ok(listPage(refunds, call.params, '/v1/refunds', presentRefund));
  });
  addGetRoute('/v1/refunds/:id', ['secret'], (call) =>
    ok(presentRefund(foundOrMissing(call, call.step.get('refunds', call.id), 'refund', 'refund'))),
  );

  addGetRoute('/v1/disputes', ['secret'], (call) => {
    assertAllowedNames(call.params, [...LIST, 'payment_intent', 'charge']);
    const [intentId, chargeId] = [text(call.params, 'payment_intent'), text(call.params, 'charge')];
    const disputes = world.ledger
      .all('disputes')
      .filter((dispute) => dispute.kind === 'dispute')
      .filter((dispute) => (intentId ?? dispute.intentId) === dispute.intentId)
      .filter((dispute) => (chargeId ?? dispute.chargeId) === dispute.chargeId);
    return ok(listPage(disputes, call.params, '/v1/disputes', presentDispute));
  });
  addGetRoute('/v1/disputes/:id', ['secret'], (call) => ok(presentDispute(findContest(call, 'dispute'))));
  post('/v1/disputes/:id', ['secret'], (call) =>
    ok(presentDispute(answerDispute(call.step, findContest(call, 'dispute'), call.params))),
  );
  post('/v1/disputes/:id/close', ['secret'], (call) =>
    ok(presentDispute(closeDispute(call.step, findContest(call, 'dispute'), 'lost'))),
  );
  addGetRoute('/v1/radar/early_fraud_warnings/:id', ['secret'], (call) =>
    ok(presentWarning(call.step, findContest(call, 'warning'))),
  );

  addGetRoute('/v1/charges', ['secret'], (call) => {
    assertAllowedNames(call.params, [...LIST, 'payment_intent']);
    const intentId = text(call.params, 'payment_intent');
    const charges = world.ledger.all('charges').filter((charge) => (intentId ?? charge.intentId) === charge.intentId);
    return ok(listPage(charges, call.params, '/v1/charges', (charge) => presentCharge(call.step, charge)));
  });
  addGetRoute('/v1/charges/:id', ['secret'], (call) =>
    ok(presentCharge(call.step, foundOrMissing(call, call.step.get('charges', call.id), 'charge', 'charge'))),
  );

  addGetRoute('/v1/events', ['secret'], (call) => {
    assertAllowedNames(call.params, [...LIST, 'type', 'types']);
    const type = text(call.params, 'type');
    const types = type === undefined ? texts(call.params, 'types') : [type];
    const events = world.ledger.all('events').filter((event) => types.length === 0 || types.includes(event.type));
    return ok(listPage(events, call.params, '/v1/events', presentEvent));
  });
  addGetRoute('/v1/events/:id', ['secret'], (call) =>
    ok(presentEvent(foundOrMissing(call, call.step.get('events', call.id), 'event', 'id'))),
  );
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** The response to an attempt to pay: the intent, or 402 with the error and the intent when the card was declined. */
function intentAnswer(call: ApiCall, intent: IntentRecord): Answer {
  const body = presentIntent(call.step, intent, call.presentOptions);
  if (intent.lastPaymentError === null) return ok(body);
  return makeErrorAnswer(402, { ...intent.lastPaymentError, payment_intent: body });
}

/** The intent that the path names. A client secret, when given or required, must belong to this intent. */
function intentOf(call: ApiCall): IntentRecord {
  const intent = foundOrMissing(call, call.step.get('intents', call.id), 'payment_intent', 'intent');
  const clientSecret = text(call.params, 'client_secret');
  if (clientSecret === undefined && call.viewer === 'secret') return intent;
  if (clientSecret === undefined || !sameText(clientSecret, intent.clientSecret)) {
    throw invalidRequestError(
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the publishable key used belongs to the same account that created the PaymentIntent.',
      'payment_intent_invalid_parameter',
      'client_secret',
    );
  }
  return intent;
}

function findContest(call: ApiCall, kind: DisputeRecord['kind']): DisputeRecord {
  const record = call.step.get('disputes', call.id);
  return foundOrMissing(call, record?.kind === kind ? record : undefined, kind, kind);
}

function foundOrMissing<T>(call: ApiCall, record: T | undefined, noun: string, param: string): T {
  if (record === undefined) throw resourceMissingError(noun, call.id, param);
  return record;
}
