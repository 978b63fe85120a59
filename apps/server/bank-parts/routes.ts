import * as contract from '@carhouse/contract/bank-parts';
import { type ListedBankPart, listOpenBankParts } from '@carhouse/database/payments/bank-parts';
import type { BankPartState } from '@carhouse/domain/payment/bank-part';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { selectPage } from '../http/routing/page-cursor.ts';
import { confirmBankPart } from './confirm-bank-part.ts';
import { confirmBankReturn } from './confirm-bank-return.ts';
import { presentListedBankPart } from './present-bank-part.ts';
import { receiveBankPayment } from './receive-bank-payment.ts';
import { recordBankReturn } from './record-bank-return.ts';
import { refuseBankPayment, rejectBankPart } from './refuse-bank-payment.ts';
import { sendBackBankMoney } from './send-back-bank-money.ts';
import { stateBankPayment } from './state-bank-payment.ts';

/** Number of bank parts on a page of the list. */
const pageSize = 50;
const oneChangeAnswer = { status: 200, body: { modifiedCount: 1 } } as const;

const partStatesByStage: Readonly<Record<(typeof contract.bankPartStages)[number], readonly BankPartState[]>> = {
  waiting: ['received'],
  returning: ['to-return', 'sent-back'],
};

export function registerBankPartRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.stateBankPayment, async ({ params, body, actor }) => {
    await stateBankPayment(context, actor, params.id, body);
    return oneChangeAnswer;
  });

  mount(app, contract.receiveBankPayment, async ({ params, body, actor }) => {
    await receiveBankPayment(context, actor, params.id, body.reference);
    return oneChangeAnswer;
  });

  mount(app, contract.refuseBankPayment, async ({ params, body, actor }) => {
    await refuseBankPayment(context, actor, params.id, body.reason);
    return oneChangeAnswer;
  });

  mount(app, contract.confirmBankPart, async ({ params, actor }) => {
    await confirmBankPart(context, actor, params.id);
    return oneChangeAnswer;
  });

  mount(app, contract.rejectBankPart, async ({ params, body, actor }) => {
    await rejectBankPart(context, actor, params.id, body.reason);
    return oneChangeAnswer;
  });

  mount(app, contract.sendBackBankMoney, async ({ params, body, actor }) => {
    await sendBackBankMoney(context, actor, params.id, body.reference);
    return oneChangeAnswer;
  });

  mount(app, contract.recordBankReturn, async ({ params, body, actor }) => {
    await recordBankReturn(context, actor, params.id, body);
    return oneChangeAnswer;
  });

  mount(app, contract.confirmBankReturn, async ({ params, body, actor }) => {
    await confirmBankReturn(context, actor, params.id, body);
    return oneChangeAnswer;
  });

  mount(app, contract.bankParts, async ({ query, actor }) => {
    const { rows, next } = await selectPage({
      before: query.cursor,
      size: query.limit ?? pageSize,
      readTime: (part: ListedBankPart) => part.receivedAt ?? new Date(0),
      select: (limit, after) =>
        listOpenBankParts(context.database, partStatesByStage[query.stage ?? 'waiting'], limit, after),
    });
    return { status: 200, body: { parts: rows.map((part) => presentListedBankPart(part, actor.accountId)), next } };
  });
}
