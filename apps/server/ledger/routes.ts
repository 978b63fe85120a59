import * as contract from '@carhouse/contract/ledger';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { listEntries } from './list-entries.ts';
import { presentLedgerDay, presentLedgerEntry, presentTotals } from './present-ledger.ts';
import { registerBooksFile } from './register-books-file.ts';
import { showLedgerDay } from './show-ledger-day.ts';
import { showTotals } from './show-totals.ts';

export function registerLedgerRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.books, async ({ query }) => {
    const { rows, next } = await listEntries(context, query);
    return { status: 200, body: { entries: rows.map(presentLedgerEntry), next } };
  });

  mount(app, contract.booksTotals, async () => {
    return { status: 200, body: presentTotals(await showTotals(context)) };
  });

  mount(app, contract.ledgerDay, async ({ params }) => {
    return { status: 200, body: presentLedgerDay(await showLedgerDay(context, params.day)) };
  });

  registerBooksFile(app, context);
}
