import * as contract from '@carhouse/contract/fees';
import { type ListedFeeRule, listFeeRules } from '@carhouse/database/fees/fee-rules';
import { findFeeRuleStanding } from '@carhouse/domain/fee/fee-rule';
import { requireId } from '@carhouse/domain/ids/id';
import { cents, centsFromDollars, dollarsFromCents } from '@carhouse/domain/money/money';
import { computeSellerShare } from '@carhouse/domain/sale/sale';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { selectPage } from '../http/routing/page-cursor.ts';
import { addFeeRule } from './add-fee-rule.ts';
import { quoteFee } from './quote-fee.ts';

/** Number of fee rules on a page of the list. */
const pageSize = 50;

export function registerFeeRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.feeRules, async ({ query }) => {
    const now = context.now();
    const { rows, next } = await selectPage({
      before: query.cursor,
      size: query.limit ?? pageSize,
      readTime: (rule: ListedFeeRule) => rule.validFrom,
      select: (limit, after) =>
        listFeeRules(context.database, { now, shouldListOnlyValid: query.show === 'valid', limit, after }),
    });
    return { status: 200, body: { rules: rows.map((rule) => presentFeeRule(rule, now)), next } };
  });

  mount(app, contract.addFeeRule, async ({ body, actor, makeId }) => {
    const insertedId = makeId<'fee_rule'>();
    await addFeeRule(context, actor, {
      id: insertedId,
      validFrom: body.validFrom === undefined ? null : new Date(body.validFrom),
      sellerId: body.seller === undefined ? null : requireId<'account'>(body.seller),
      brand: body.brand ?? null,
      isEnd: body.isEnd,
      basisPoints: body.basisPoints,
      fixed: centsFromDollars(body.fixed),
      cap: body.cap === null ? null : centsFromDollars(body.cap),
      gstBasisPoints: body.gstBasisPoints,
    });
    return { status: 200, body: { acknowledged: true, insertedId } };
  });

  mount(app, contract.feeQuote, async ({ query, actor }) => {
    const price = centsFromDollars(query.price);
    const { fee, gst, rule } = await quoteFee(context, actor, { brand: query.brand, price });
    return {
      status: 200,
      body: {
        price: query.price,
        fee: dollarsFromCents(fee),
        gst: dollarsFromCents(gst),
        share: dollarsFromCents(computeSellerShare({ price, bankPart: cents(0), fee, gst })),
        ...presentTerms(rule),
      },
    };
  });
}

function presentFeeRule(rule: ListedFeeRule, now: Date): contract.FeeRuleAnswer {
  return {
    _id: rule.id,
    validFrom: rule.validFrom.toISOString(),
    createdAt: rule.createdAt.toISOString(),
    createdBy: rule.createdByName,
    seller: rule.sellerId === null ? null : { _id: rule.sellerId, name: rule.sellerName ?? '' },
    brand: rule.brand,
    isEnd: rule.isEnd,
    standing: findFeeRuleStanding(rule, rule.isReplaced, now),
    ...presentTerms(rule),
  };
}

function presentTerms(rule: Pick<ListedFeeRule, 'basisPoints' | 'fixed' | 'cap' | 'gstBasisPoints'> | null) {
  return {
    basisPoints: rule?.basisPoints ?? 0,
    fixed: rule === null ? 0 : dollarsFromCents(rule.fixed),
    cap: rule?.cap == null ? null : dollarsFromCents(rule.cap),
    gstBasisPoints: rule?.gstBasisPoints ?? 0,
  };
}
