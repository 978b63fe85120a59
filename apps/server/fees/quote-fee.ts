import { listFeeRulesOfCar } from '@carhouse/database/fees/fee-rules';
import type { Actor } from '@carhouse/domain/account/account';
import { chooseFeeRule, computeFee, type Fee, type FeeRule } from '@carhouse/domain/fee/fee-rule';
import type { Cents } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';

/** The fee of a price, and the fee rule that applies; the rule is null when no fee is due. */
export type QuotedFee = Fee & { readonly rule: FeeRule | null };

/**
 * Computes what a seller would pay for the sale of a car now. A rule that begins before the sale can change this fee.
 */
export async function quoteFee(
  context: Pick<Context, 'database' | 'now'>,
  seller: Pick<Actor, 'accountId'>,
  car: { readonly brand: string; readonly price: Cents },
): Promise<QuotedFee> {
  const saleScope = { sellerId: seller.accountId, brand: car.brand, at: context.now() };
  const rule = chooseFeeRule(await listFeeRulesOfCar(context.database, saleScope), saleScope);
  return { rule, ...computeFee(car.price, rule) };
}
