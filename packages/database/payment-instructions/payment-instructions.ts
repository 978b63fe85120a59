import type { AccountId } from '@carhouse/domain/account/account';
import type { PaymentInstructions } from '@carhouse/domain/payment-instructions/payment-instructions';
import type { Selectable } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { PaymentInstructionsTable } from '../schema/payout-tables.ts';

/** Finds how a seller wants to be paid; undefined when the seller has not entered any instructions. */
export async function findPaymentInstructions(
  database: Database | Transaction,
  sellerId: AccountId,
): Promise<PaymentInstructions | undefined> {
  const instructionsBySeller = await findInstructionsBySeller(database, [sellerId]);
  return instructionsBySeller.get(sellerId);
}

/**
 * Reads the payment instructions of these sellers, by seller. The reader's rights in the database decide which of the
 * instructions the query finds.
 */
export async function findInstructionsBySeller(
  database: Database | Transaction,
  sellerIds: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, PaymentInstructions>> {
  if (sellerIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('payment_instructions')
    .selectAll()
    .where('seller_id', 'in', [...new Set(sellerIds)])
    .execute();
  return new Map(rows.map((row) => [row.seller_id, instructionsFromRow(row)]));
}

/**
 * Saves how a seller wants to be paid, in place of the seller's earlier instructions. The caller must have locked the
 * seller's account.
 */
export async function savePaymentInstructions(trx: Transaction, instructions: PaymentInstructions): Promise<void> {
  const changes = {
    ways: [...instructions.ways],
    paynow_to: instructions.paynowTo,
    note: instructions.note,
    changed_at: instructions.changedAt,
  };
  await trx
    .insertInto('payment_instructions')
    .values({ seller_id: instructions.sellerId, ...changes })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(changes))
    .execute();
}

function instructionsFromRow(row: Selectable<PaymentInstructionsTable>): PaymentInstructions {
  return {
    sellerId: row.seller_id,
    ways: row.ways,
    paynowTo: row.paynow_to,
    note: row.note,
    changedAt: row.changed_at,
  };
}
