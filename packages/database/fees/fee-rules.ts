import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { correctionDelayMs, type FeeRule, type FeeRuleId } from '@carhouse/domain/fee/fee-rule';
import { cents } from '@carhouse/domain/money/money';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { FeeRuleTable } from '../schema/sale-tables.ts';

/**
 * Returns the statement that reads the newest valid rule of each scope that can apply to a booking: its seller, its
 * brand, and every sale. `chooseFeeRule` then chooses one of these rules.
 */
export function makeFeeRulesStatement(id: BookingId, validAt: Date): Statement<readonly FeeRule[]> {
  return {
    name: 'fee-rules-of-booking',
    text: `SELECT DISTINCT ON (r.seller_id, r.brand) r.id, r.valid_from, r.seller_id, r.brand, r.is_end, r.basis_points,
        r.fixed_cents, r.cap_cents, r.gst_basis_points
      FROM booking b JOIN fee_rule r ON r.seller_id = b.seller_id OR r.brand = b.brand OR (r.seller_id IS NULL AND r.brand IS NULL)
      WHERE b.id = $1 AND r.valid_from <= $2
      ORDER BY r.seller_id, r.brand, r.valid_from DESC`,
    values: [id, validAt],
    read: ({ rows }) => rows.map((row) => feeRuleFromRow(row)),
  };
}

/** Reads the newest valid rule of each scope that can apply to a car of this seller and brand. */
export async function listFeeRulesOfCar(
  database: Database | Transaction,
  car: { readonly sellerId: AccountId; readonly brand: string; readonly at: Date },
): Promise<readonly FeeRule[]> {
  const rows = await database
    .selectFrom('fee_rule')
    .selectAll()
    .distinctOn(['seller_id', 'brand'])
    .where('valid_from', '<=', car.at)
    .where((where) =>
      where.or([
        where('seller_id', '=', car.sellerId),
        where('brand', '=', car.brand),
        where.and([where('seller_id', 'is', null), where('brand', 'is', null)]),
      ]),
    )
    .orderBy('seller_id')
    .orderBy('brand')
    .orderBy('valid_from', 'desc')
    .execute();
  return rows.map(feeRuleFromRow);
}

/** A rule as the admins' list shows it: with the name of its seller, and the name of the admin who made the rule. */
export type ListedFeeRule = FeeRule & {
  readonly sellerName: string | null;
  readonly createdByName: string;
  readonly createdAt: Date;
  /** Whether a newer rule of the same scope has replaced this rule, or has corrected this rule before it began. */
  readonly isReplaced: boolean;
};

/**
 * Lists the rules, the newest first, with keyset pagination. When `shouldListOnlyValid` is true, the list has only
 * rules that apply now or later. Excluded are rules that a newer rule replaces, and rules that have already ended the
 * rules of their scope.
 */
export async function listFeeRules(
  database: Database,
  values: {
    readonly now: Date;
    readonly shouldListOnlyValid: boolean;
    readonly limit: number;
    readonly after?: { readonly at: Date; readonly id: FeeRuleId } | undefined;
  },
): Promise<readonly ListedFeeRule[]> {
  const { now, after } = values;
  const isReplaced = sql<boolean>`EXISTS (SELECT FROM fee_rule newer
    WHERE newer.seller_id IS NOT DISTINCT FROM fee_rule.seller_id AND newer.brand IS NOT DISTINCT FROM fee_rule.brand
      AND newer.valid_from > fee_rule.valid_from
      AND newer.valid_from <= greatest(${now}::timestamptz, fee_rule.valid_from + ${correctionDelayMs} * interval '1 ms'))`;
  let query = database
    .selectFrom('fee_rule')
    .leftJoin('account as seller', 'seller.id', 'fee_rule.seller_id')
    .innerJoin('account as creator', 'creator.id', 'fee_rule.created_by')
    .selectAll('fee_rule')
    .select(['seller.name as seller_name', 'creator.name as creator_name', isReplaced.as('is_replaced')]);
  if (values.shouldListOnlyValid)
    query = query.where(sql<boolean>`NOT ${isReplaced} AND NOT (fee_rule.is_end AND fee_rule.valid_from <= ${now})`);
  if (after !== undefined)
    query = query.where(sql<boolean>`(fee_rule.valid_from, fee_rule.id) < (${after.at}, ${after.id})`);
  const rows = await query
    .orderBy('fee_rule.valid_from', 'desc')
    .orderBy('fee_rule.id', 'desc')
    .limit(values.limit)
    .execute();
  return rows.map((row) => ({
    ...feeRuleFromRow(row),
    sellerName: row.seller_name,
    createdByName: row.creator_name,
    createdAt: row.created_at,
    isReplaced: row.is_replaced,
  }));
}

/**
 * Returns the first time from `rule.validFrom` on at which no rule of the scope begins. The result is `rule.validFrom`
 * itself, or the moment directly after the rules that begin at this time and correct each other.
 */
export async function findFreeStartTime(
  trx: Transaction,
  rule: Pick<FeeRule, 'validFrom' | 'sellerId' | 'brand'>,
): Promise<Date> {
  const rows = await trx
    .selectFrom('fee_rule')
    .select('valid_from')
    .where(sql<boolean>`seller_id IS NOT DISTINCT FROM ${rule.sellerId} AND brand IS NOT DISTINCT FROM ${rule.brand}`)
    .where('valid_from', '>=', rule.validFrom)
    .orderBy('valid_from')
    .execute();
  let startMs = rule.validFrom.getTime();
  for (const { valid_from: takenTime } of rows) if (takenTime.getTime() === startMs) startMs += correctionDelayMs;
  return new Date(startMs);
}

/**
 * Adds a rule.
 * @throws a violation of `fee_rule_scope_key` when the scope has a rule from the same moment on, and of
 *   `fee_rule_brand_fkey` or `fee_rule_seller_id_fkey` for an unknown scope.
 */
export async function insertFeeRule(
  trx: Transaction,
  rule: FeeRule & { readonly createdBy: AccountId; readonly createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('fee_rule')
    .values({
      id: rule.id,
      valid_from: rule.validFrom,
      seller_id: rule.sellerId,
      brand: rule.brand,
      is_end: rule.isEnd,
      basis_points: rule.basisPoints,
      fixed_cents: rule.fixed,
      cap_cents: rule.cap,
      gst_basis_points: rule.gstBasisPoints,
      created_by: rule.createdBy,
      created_at: rule.createdAt,
    })
    .execute();
}

function feeRuleFromRow(row: Omit<Selectable<FeeRuleTable>, 'created_by' | 'created_at'>): FeeRule {
  return {
    id: row.id,
    validFrom: row.valid_from,
    sellerId: row.seller_id,
    brand: row.brand,
    isEnd: row.is_end,
    basisPoints: row.basis_points,
    fixed: cents(row.fixed_cents),
    cap: row.cap_cents === null ? null : cents(row.cap_cents),
    gstBasisPoints: row.gst_basis_points,
  };
}
