import { makeAuditStatement } from '@carhouse/database/audit/audit';
import { runStatement, type Statement } from '@carhouse/database/connection/statement';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { makeLedgerInsertStatement } from '@carhouse/database/ledger/ledger-entries';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import type { Context } from '../context.ts';

/**
 * Returns the statements that save entries of the ledger, with an audit entry for each. One transaction may run the
 * statements only once, after its other locks.
 */
export function makeEntryStatements(
  context: Pick<Context, 'now' | 'newId'>,
  entries: readonly LedgerEntry[],
): readonly Statement[] {
  if (entries.length === 0) return [];
  const savedEntries = entries.map((entry) => ({ id: context.newId<'ledger_entry'>(), ...entry }));
  return [
    ...savedEntries.map(({ id, cause, causeId, currency, postings }) =>
      makeAuditStatement(context, {
        actorId: null,
        noun: 'ledger_entry',
        action: 'post',
        nounId: id,
        after: {
          cause,
          causeId,
          currency,
          postings: postings.map(({ account, ownerId, amount }) => ({ account, ownerId, cents: amount.toString() })),
        },
      }),
    ),
    makeLedgerInsertStatement(savedEntries, context.now()),
  ];
}

/** Saves entries of the ledger in the caller's transaction. One transaction may call this function only once. */
export async function recordEntries(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  entries: readonly LedgerEntry[],
): Promise<void> {
  for (const statement of makeEntryStatements(context, entries)) await runStatement(trx, statement);
}
