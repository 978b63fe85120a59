import { listHolds as listHoldsCall } from '@carhouse/contract/holds';
import * as planContract from '@carhouse/contract/payment-plans';
import * as contract from '@carhouse/contract/payments';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { takesPayments } from '@carhouse/domain/payment/business-mode';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import type { CardEvent } from '@carhouse/payments/card-provider';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { serverLimits } from '../http/limits/server-limits.ts';
import { findRequestBucket } from '../http/routing/client-address.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink } from '../http/routing/page-cursor.ts';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { breakHold } from './break-hold.ts';
import { checkPayment } from './check-payment.ts';
import { countPayments } from './count-payments.ts';
import { listHolds } from './list-holds.ts';
import { listPayments } from './list-payments.ts';
import { openPayment } from './open-payment.ts';
import { presentHold } from './present-hold.ts';
import { presentPayment } from './present-payment.ts';
import { presentPlan } from './present-plan.ts';
import { presentProviderPage } from './present-provider-page.ts';
import { presentReceipt } from './present-receipt.ts';
import { receiveEvent } from './receive-event.ts';
import { recordPayment } from './record-payment.ts';
import { refundPayment } from './refund-payment.ts';
import { registerPaymentsFile } from './register-payments-file.ts';
import { releasePage } from './release-page.ts';
import { savePlan } from './save-plan.ts';
import { showPaynowCode } from './show-paynow-code.ts';
import { showPlan } from './show-plan.ts';
import { showReceipt } from './show-receipt.ts';

/** Maximum size of an event of the card provider, in bytes. A larger body is refused. */
const eventBytesMaximum = serverLimits.eventBytes;

export function registerPaymentRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.createPaymentIntent, async ({ body, actor, request }) => {
    const network = findRequestBucket(request);
    const addressKey = context.identity.guard.hashSubject('hold address', network);
    const { intent, clientSecret, holdEndsAt, visitId } = await openPayment(context, actor, body, addressKey);
    const methods: PaymentMethod[] = intent.takesPaynow ? ['card', 'paynow'] : ['card'];
    return { status: 200, body: { clientSecret, holdEndsAt: holdEndsAt.toISOString(), visitId, methods } };
  });

  mount(app, contract.showPaynowCode, async ({ params, actor, request }) => {
    const addressKey = context.identity.guard.hashSubject('hold address', findRequestBucket(request));
    const { code, holdEndsAt, visitId } = await showPaynowCode(context, actor, params.id, addressKey);
    return { status: 200, body: { code, holdEndsAt: holdEndsAt.toISOString(), visitId } };
  });

  mount(app, planContract.showPaymentPlan, async ({ params, actor }) => {
    return { status: 200, body: presentPlan(await showPlan(context, actor, params.id)) };
  });

  mount(app, planContract.savePaymentPlan, async ({ params, body, actor }) => {
    return { status: 200, body: presentPlan(await savePlan(context, actor, params.id, body)) };
  });

  mount(app, contract.checkPayment, async ({ params, actor }) => {
    const { state, code, holdEndsAt, intentId } = await checkPayment(context, actor, params.id);
    const body = { state, code, holdEndsAt: holdEndsAt?.toISOString() ?? null, transactionId: intentId };
    return { status: 200, body };
  });

  mount(app, contract.releaseHold, async ({ params, body, actor }) => {
    const isReleased = await releasePage(context, actor, { bookingId: params.id, visitId: body.visitId });
    return { status: 200, body: { released: isReleased } };
  });

  mount(app, listHoldsCall, async ({ query }) => {
    const { rows, next } = await listHolds(context, query);
    return { status: 200, body: { holds: rows.map(presentHold), next } };
  });

  mount(app, contract.breakHold, async ({ params, body, actor }) => {
    const isSold = await breakHold(context, actor, params.id, body.reason);
    return { status: 200, body: { modifiedCount: isSold ? 0 : 1, sold: isSold } };
  });

  mount(app, contract.postPayment, async ({ body, actor }) => {
    try {
      const insertedId = await recordPayment(context, actor, body);
      return { status: 200, body: { acknowledged: true, insertedId } };
    } catch (error) {
      if (!isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
      return { status: 202, body: { acknowledged: true, status: 'PENDING' } };
    }
  });

  registerPaymentsFile(app, context);

  mount(app, contract.payments, async ({ query }) => {
    const { before: _before, ...filter } = query;
    const page = await listPayments(context, query);
    const headers = makeNextLink(contract.payments.path, page.next, filter);
    return {
      status: 200,
      body: page.rows.map((row) => presentPayment(row, presentProviderPage(context, row.intentId))),
      headers,
    };
  });

  mount(app, contract.paymentTotals, async ({ query }) => {
    const totals = await countPayments(context, query);
    return {
      status: 200,
      body: {
        payments: totals.payments,
        paid: dollarsFromCents(totals.paid),
        refunded: dollarsFromCents(totals.refunded),
        refundsOpen: dollarsFromCents(totals.refundsOpen),
      },
    };
  });

  mount(app, contract.refundPayment, async ({ params, body, actor }) => {
    const refund = await refundPayment(context, actor, params.id, body.reason);
    const { id: paymentId, bookingId, amount } = refund.payment;
    const paymentFacts = { paymentId, bookingId, amount: dollarsFromCents(amount) };
    if ('approval' in refund) {
      const { id: approvalId, reason, expiresAt } = refund.approval;
      return { status: 202, body: { ...paymentFacts, approvalId, reason, expiresAt: expiresAt.toISOString() } };
    }
    return { status: 200, body: { ...paymentFacts, state: refund.state, reason: refund.reason } };
  });

  mount(app, contract.showReceipt, async ({ params, actor }) => {
    return { status: 200, body: presentReceipt(await showReceipt(context, actor, params.id)) };
  });

  mount(app, contract.cardForm, async () => {
    // The test-mode notice speaks of card payments, so servers that take no payments do not show it.
    const testMode = context.cardForm.testMode && takesPayments(context.config.businessMode);
    return { status: 200, body: { ...context.cardForm, testMode } };
  });

  // The signature covers the raw bytes of the body, so this route does not parse its body.
  void app.register(async (rawScope) => {
    rawScope.removeAllContentTypeParsers();
    rawScope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: eventBytesMaximum }, (_request, body, done) =>
      done(null, body),
    );
    rawScope.post(
      providerWebhookPath,
      { schema: { hide: true }, config: { lane: 'settling' }, bodyLimit: eventBytesMaximum },
      async (request, reply) => {
        const header = request.headers['stripe-signature'];
        const signature = typeof header === 'string' ? header : undefined;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        let event: CardEvent;
        try {
          event = context.cardProvider.readEvent(body, signature, context.now());
        } catch (error) {
          // Only refused events count towards the limit, and refused events beyond the limit are not logged.
          await app.countCall('refused POST /api/webhooks/card-provider', null, request);
          const code = isDomainError(error) ? error.code : 'INTERNAL';
          request.log.warn({ code, bytes: body.length }, 'an event of the card provider was refused');
          throw error;
        }
        await receiveEvent(context, event);
        return reply.send({ received: true });
      },
    );
  });
}
