import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announceToBothSides } from '../payments/announce-payment.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { advanceBankPart, lockBankPartOfOrder } from './advance-bank-part.ts';

/**
 * Records, for an admin, that the money of a bank is sent back, because its seller does not say so: their account is closed or
 * suspended, for example. The buyer or an admin then confirms that the bank has it, as after a statement of the seller.
 * @param reason how Car House knows it; buyer and seller read it.
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
    await announceToBothSides(context, trx, 'bank-sent-back', { ...booking, bookingId });
  });
}
