import * as wire from '@carhouse/contract/payments';
import { isDomainError } from '@carhouse/core/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/mount.ts';
import { openPayment } from './open-payment.ts';
import { receiveEvent } from './receive-event.ts';
import { recordPayment } from './record-payment.ts';

/** The provider's events are small; a larger body is not one of them (RELIABILITY §7.3). */
const eventLimit = 256 * 1024;
export const webhookPath = '/api/webhooks/card-provider';

export function registerPaymentRoutes(app: FastifyInstance, context: Context): void {
  mount(
    app,
    wire.createPaymentIntent,
  )(async ({ body, actor }) => {
    const { clientSecret, holdEndsAt } = await openPayment(context, actor, body);
    return { status: 200, body: { clientSecret, holdEndsAt: holdEndsAt.toISOString() } };
  });

  mount(
    app,
    wire.postPayment,
  )(async ({ body, actor }) => {
    try {
      const insertedId = await recordPayment(context, actor, body);
      return { status: 200, body: { acknowledged: true, insertedId } };
    } catch (error) {
      if (!isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
      return { status: 202, body: { acknowledged: true, status: 'PENDING' } };
    }
  });

  mount(app, wire.cardForm)(async () => ({ status: 200, body: { ...context.cardForm } }));

  // The signature covers the bytes, so this one route reads its body raw.
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: eventLimit }, (_request, body, done) =>
      done(null, body),
    );
    raw.post(webhookPath, { schema: { hide: true }, bodyLimit: eventLimit }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = context.cardProvider.readEvent(
        body,
        typeof signature === 'string' ? signature : undefined,
        context.now(),
      );
      await receiveEvent(context, event);
      return reply.send({ received: true });
    });
  });
}
