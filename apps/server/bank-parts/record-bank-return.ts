import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announceToBuyerAndSeller } from '../payments/announce-payment.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { advanceBankPart, lockBankPartOfOrder } from './advance-bank-part.ts';

/**
 * Records, for an admin, that the money of a bank is sent back when the seller does not record this, for example
 * because the seller's account is closed or suspended. The buyer or an admin then confirms that the bank has the money,
 * as after a statement of the seller.
 * @param reason how Car House knows that the money is sent back; the buyer and the seller can read this text.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION, SECOND_FACTOR_PROOF_REQUIRED, and the errors of `authoriseAdmin`.
 */
export async function recordBankReturn(
  context: Context,
  actor: Actor,
  id: string,
  { reference, reason }: { readonly reference: string; readonly reason: string },
): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    await assertFactorProved(context, trx, actor);
    const { booking, part } = await lockBankPartOfOrder(trx, actor, bookingId);
    await advanceBankPart(context, trx, part, {
      event: 'record-return',
      party: 'admin',
      actorId: admin.accountId,
      statement: { kind: 'record-return', by: admin.accountId, reference: reference.trim(), reason },
    });
    await announceToBuyerAndSeller(context, trx, 'bank-sent-back', { ...booking, bookingId });
  });
}
