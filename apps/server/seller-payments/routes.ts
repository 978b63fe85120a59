import * as contract from '@carhouse/contract/seller-payments';
import { requireId } from '@carhouse/domain/ids/id';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { listFeeDocuments } from '../fees/list-fee-documents.ts';
import { mount } from '../http/routing/mount.ts';
import { listAllPayments, listOwnPayments, sumOwnPayments } from './list-payments.ts';
import { presentListedPayment, presentPayment, presentTotals } from './present-payment.ts';
import { presentStatement } from './present-statement.ts';
import { retryPayment } from './retry-payment.ts';
import { findFirstStatementMonth, showStatement } from './show-statement.ts';

/** Routes for the payments to sellers: lists, statements, and the invoices of the fees. */
export function registerSellerPaymentRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.myPayments, async ({ query, actor }) => {
    const { rows, next } = await listOwnPayments(context, actor, query);
    return { status: 200, body: { payments: rows.map(presentPayment), next } };
  });

  mount(app, contract.myPaymentTotals, async ({ actor }) => {
    const totals = await sumOwnPayments(context, actor);
    return { status: 200, body: presentTotals(totals, await findFirstStatementMonth(context, actor.accountId)) };
  });

  mount(app, contract.sellerPayments, async ({ query }) => {
    const { rows, next } = await listAllPayments(context, query);
    return { status: 200, body: { payments: rows.map(presentListedPayment), next } };
  });

  mount(app, contract.retrySellerPayment, async ({ params, actor }) => {
    return { status: 200, body: { modifiedCount: await retryPayment(context, actor, params.id) } };
  });

  mount(app, contract.myStatement, async ({ params, query, actor }) => {
    const statement = await showStatement(context, actor.accountId, params.month, BigInt(query.after ?? 0));
    return { status: 200, body: presentStatement(statement) };
  });

  mount(app, contract.sellerStatement, async ({ params, query }) => {
    const sellerId = requireId<'account'>(params.id);
    const statement = await showStatement(context, sellerId, params.month, BigInt(query.after ?? 0));
    return { status: 200, body: presentStatement(statement) };
  });

  mount(app, contract.feeDocuments, async ({ params, actor }) => {
    return { status: 200, body: { documents: [...(await listFeeDocuments(context, actor, params.id))] } };
  });
}
