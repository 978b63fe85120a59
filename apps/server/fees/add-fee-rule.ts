import { findAccount } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { findBrandName } from '@carhouse/database/brands/brands';
import { findViolatedConstraint, inTransaction } from '@carhouse/database/connection/transaction';
import { findFreeStartTime, insertFeeRule } from '@carhouse/database/fees/fee-rules';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FeeRule, FeeRuleId } from '@carhouse/domain/fee/fee-rule';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Adds a rule for fees, for an admin. A null `validFrom` makes the rule valid at once. A new rule replaces an existing
 * rule of the same scope that begins at the same time. An admin can therefore correct or end a rule that has not begun
 * yet.
 * @throws DomainError NOT_FOUND (unknown seller or brand), INVALID (a beginning in the past, or a seller and a brand
 *   together), and the errors of `authoriseAdmin`.
 */
export async function addFeeRule(
  context: Context,
  actor: Actor,
  ruleFields: Omit<FeeRule, 'id' | 'validFrom'> & { readonly id: FeeRuleId; readonly validFrom: Date | null },
): Promise<void> {
  const now = context.now();
  const newRule = { ...ruleFields, validFrom: ruleFields.validFrom ?? now };
  if (newRule.sellerId !== null && newRule.brand !== null)
    throw new DomainError('INVALID', { detail: 'A rule is for a seller or for a brand, not for both.' });
  if (newRule.validFrom < now) throw new DomainError('INVALID', { detail: 'A rule cannot begin in the past.' });
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    if (newRule.sellerId !== null) {
      const seller = await findAccount(trx, newRule.sellerId);
      if (seller?.role !== 'Seller') throw new DomainError('NOT_FOUND');
    }
    if (newRule.brand !== null && (await findBrandName(trx, newRule.brand)) === undefined)
      throw new DomainError('NOT_FOUND');
    const rule = { ...newRule, validFrom: await findFreeStartTime(trx, newRule) };
    await insertFeeRule(trx, { ...rule, createdBy: admin.accountId, createdAt: now });
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      noun: 'fee_rule',
      action: 'add',
      nounId: rule.id,
      after: {
        validFrom: rule.validFrom.toISOString(),
        sellerId: rule.sellerId,
        brand: rule.brand,
        isEnd: rule.isEnd,
        basisPoints: rule.basisPoints,
        fixedCents: rule.fixed.toString(),
        capCents: rule.cap?.toString() ?? null,
        gstBasisPoints: rule.gstBasisPoints,
      },
    });
  }).catch((error: unknown) => {
    const constraint = findViolatedConstraint(error);
    // An earlier repetition of the same request has added the rule.
    if (constraint === 'fee_rule_pkey') return;
    if (constraint === 'fee_rule_scope_key')
      throw new DomainError('ILLEGAL_TRANSITION', { detail: 'A rule of the same kind begins at this very moment.' });
    throw error;
  });
}
