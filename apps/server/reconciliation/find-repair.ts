import { inTransaction } from '@carhouse/database/connection/transaction';
import { rebuildLedgerTotals } from '@carhouse/database/ledger/ledger-totals';
import { requeueMessage } from '@carhouse/database/outbox/outbox';
import { listDisputes } from '@carhouse/database/payments/disputes';
import { findAttempt } from '@carhouse/database/payments/payment-attempts';
import { findEventIdOfIntent } from '@carhouse/database/payments/payments';
import { parseId } from '@carhouse/domain/ids/id';
import type { DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import { recordDispute } from '../payments/record-dispute.ts';
import { releaseHold } from '../payments/release-hold.ts';
import { markCarSold, withdrawSoldCar } from './change-car.ts';
import { endOverdueRefund } from './end-overdue-refund.ts';
import { receiveEventAgain } from './receive-event-again.ts';
import { type DiscrepancyRepair, sellerPaymentRepairs } from './repair-seller-payment.ts';
import {
  refundMismatchedCharge,
  sendRefundAgain,
  settleChargedDiscrepancy,
  voidPayment,
} from './settle-discrepancy.ts';

/**
 * The repair for each kind of discrepancy. Each repair may be repeated without a further effect. A repair that is
 * recorded as the admin's action checks the admin's rights again in its transaction. A repair that is not recorded as
 * an admin's action does the same as the reconciler does by itself.
 */
export const repairsByKind: Readonly<Record<DiscrepancyKind, DiscrepancyRepair>> = {
  'charge-without-payment': {
    explanation: 'Settle the charge: it pays its booking, or goes back when it cannot buy the car any more.',
    run: (context, actor, intentId) => settleChargedDiscrepancy(context, actor, intentId),
  },
  'payment-without-charge': {
    explanation:
      'Undo the sale without giving money back, because none was charged. The provider is asked once more before.',
    run: (context, actor, intentId) => voidPayment(context, actor, intentId),
  },
  'charge-mismatch': {
    explanation: 'Give the whole charge back; a sale that it paid for is undone.',
    run: (context, actor, intentId) => refundMismatchedCharge(context, actor, intentId),
  },
  'charge-of-another-booking': {
    explanation: 'Give the whole charge back; a sale that it paid for is undone.',
    run: (context, actor, intentId) => refundMismatchedCharge(context, actor, intentId),
  },
  'hold-past-its-end': {
    explanation: 'Cancel the charge at the provider and free the car; a charge that has succeeded by then is settled.',
    run: async (context, _actor, subject) => {
      const id = parseId<'payment_attempt'>(subject);
      const paymentAttempt = id && (await findAttempt(context.database, id));
      if (paymentAttempt?.state === 'open') await releaseHold(context, paymentAttempt);
    },
  },
  'paid-but-not-sold': {
    explanation: 'Mark the car as sold and close the other bookings of it.',
    run: (context, actor, bookingId) => markCarSold(context, actor, bookingId),
  },
  'sold-without-payment': {
    explanation: 'Withdraw the car. Its seller can put it on sale again, or mark it as sold.',
    run: (context, actor, listingId) => withdrawSoldCar(context, actor, listingId),
  },
  'refund-overdue': {
    explanation:
      'Ask the provider for the refund again. It is the same refund, however often it is asked for. Where the provider does not know the charge, note that nothing is owed.',
    run: (context, actor, intentId) => endOverdueRefund(context, actor, intentId),
  },
  'refund-failed': {
    explanation:
      'Send a new refund. Where the bank has given the money back by a lost dispute, note that nothing more is owed.',
    run: (context, actor, intentId) => sendRefundAgain(context, actor, intentId),
  },
  'event-unprocessed': {
    explanation: 'Do what the event calls for.',
    run: (context, actor, eventId) => receiveEventAgain(context, actor, eventId),
  },
  'event-of-unknown-charge': {
    explanation: 'Do what the event calls for once more; if the charge is still not ours, note that it was looked at.',
    run: async (context, actor, intentId) => {
      const eventId = await findEventIdOfIntent(context.database, intentId);
      if (eventId !== undefined) await receiveEventAgain(context, actor, eventId);
    },
  },
  'mail-undeliverable': {
    explanation: 'Put the mail back into the queue.',
    run: async (context, actor, subject) => {
      const id = parseId<'outbox'>(subject);
      if (id === undefined) return;
      await inTransaction(context.database, async (trx) => {
        await authoriseAdmin(context, trx, actor);
        await requeueMessage(trx, id, context.now());
      });
    },
  },
  'dispute-open': {
    explanation: 'Ask the provider how the dispute stands. It is answered at the provider, not here.',
    run: async (context, _actor, intentId) => {
      for (const dispute of await listDisputes(context.database, intentId))
        if (dispute.open) await recordDispute(context, dispute.id, dispute.kind);
    },
  },
  'ledger-total-differs': {
    explanation: 'Add the postings of each account up again. Entries of the ledger are not changed.',
    run: (context, actor) =>
      inTransaction(context.database, async (trx) => {
        await authoriseAdmin(context, trx, actor);
        await rebuildLedgerTotals(trx);
      }),
  },
  ...sellerPaymentRepairs,
};
