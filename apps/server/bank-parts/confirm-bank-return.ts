import { findAccount } from '@carhouse/database/accounts/accounts';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { assertConfirmedEmail } from '@carhouse/domain/account/confirmed-email';
import { requireId } from '@carhouse/domain/ids/id';
import { makeReturnedBankPartEntry } from '@carhouse/domain/ledger/payment-entries';
import { currency } from '@carhouse/domain/money/money';
import { assertOtherAccountConfirms } from '@carhouse/domain/payment/bank-part';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment, announceToBuyerAndSeller } from '../payments/announce-payment.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { advanceBankPart, lockBankPartOfOrder } from './advance-bank-part.ts';

/**
 * Records, for the buyer or an admin, whether the bank has received its money back.
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (the seller), ILLEGAL_TRANSITION, SECOND_FACTOR_PROOF_REQUIRED (an
 * admin), SECOND_ADMIN_REQUIRED (the admin who has recorded the return confirms it), EMAIL_UNCONFIRMED (a second admin
 * needs a confirmed address to confirm what another admin has recorded).
 */
export async function confirmBankReturn(
  context: Context,
  actor: Actor,
  id: string,
  answer: { readonly arrived: true } | { readonly arrived: false; readonly reason: string },
): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  const { accountId: actorId } = actor;
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { booking, part, party } = await lockBankPartOfOrder(trx, actor, bookingId);
    const { buyerId, sellerId } = booking;
    // The answer changes the ledger, as the confirmation of a bank part does.
    if (party === 'admin') await assertFactorProved(context, trx, actor);
    if (!answer.arrived) {
      const statement = { kind: 'deny-return', by: actorId, reason: answer.reason } as const;
      await advanceBankPart(context, trx, part, { event: 'deny-return', party, actorId, statement });
      await announcePayment(context, trx, 'bank-to-return', [{ bookingId, recipientId: sellerId }]);
      return;
    }
    assertOtherAccountConfirms(part, actorId);
    // An admin may have made the second admin's account in order to confirm their own record (as in
    // decide-approval.ts).
    if (party === 'admin' && part.returnRecordedBy !== null)
      assertConfirmedEmail(await findAccount(trx, actorId), context.config.trust.needsConfirmedEmail);
    const statement = { kind: 'confirm-return', by: actorId } as const;
    await advanceBankPart(context, trx, part, { event: 'confirm-return', party, actorId, statement });
    await announceToBuyerAndSeller(context, trx, 'bank-returned', { bookingId, buyerId, sellerId });
    await recordEntries(context, trx, [makeReturnedBankPartEntry({ ...part, buyerId, sellerId, currency })]);
  });
}
