import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAuditChain } from '@carhouse/database/audit/audit-chain';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { verifyLedgerDays } from '@carhouse/database/ledger/ledger-days';
import { readConfig } from '@carhouse/server/config';
import type { Context } from '@carhouse/server/context';
import { reconcilePayments } from '@carhouse/server/payments/reconcile-payments';
import { openSandboxCardProvider } from '@carhouse/server/startup/open-cards';
import { auditCharges } from '@carhouse/server/testing/audit-charges';
import { assertAudits } from '@carhouse/server/testing/run-audits';
import { makeTestContext } from '@carhouse/server/testing/test-node';
import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type pg from 'pg';
import type { AcknowledgedKind, AcknowledgedWrite } from './load-record.ts';
import type { ProductNodes } from './product-nodes.ts';

/** For each kind of write, a query that selects those of the given ids whose write is in the database. */
const acknowledgedRowsSqlByKind: Readonly<Record<AcknowledgedKind, string>> = {
  booking: 'SELECT id FROM booking WHERE id = ANY ($1)',
  cancellation: "SELECT id FROM booking WHERE id = ANY ($1) AND status = 'cancelled'",
  payment: "SELECT id FROM booking WHERE id = ANY ($1) AND status = 'paid'",
  wish: 'SELECT id FROM wish WHERE id = ANY ($1)',
  draft: 'SELECT id FROM listing WHERE id = ANY ($1)',
  verification: 'SELECT id FROM account WHERE id = ANY ($1) AND verified_at IS NOT NULL',
};

/** Finds acknowledged writes that the database does not hold. @returns one text for each lost write. */
export async function findLostWrites(
  pool: pg.Pool,
  acknowledgedWrites: readonly AcknowledgedWrite[],
): Promise<readonly string[]> {
  const lostWrites: string[] = [];
  for (const [kind, sql] of Object.entries(acknowledgedRowsSqlByKind)) {
    const ids = acknowledgedWrites.filter((each) => each.kind === kind).map(({ id }) => id);
    const { rows } = await pool.query<{ id: string }>(sql, [ids]);
    const idsInDatabase = new Set(rows.map(({ id }) => id));
    lostWrites.push(...ids.filter((id) => !idsInDatabase.has(id)).map((id) => `${kind} ${id}`));
  }
  return lostWrites;
}

/** Counts cars with more than one paid booking. */
export async function countSoldTwice(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM
       (SELECT 1 FROM booking WHERE status = 'paid' GROUP BY listing_id HAVING count(*) > 1) AS sold_twice`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Checks the invariants, the chain of the audit log and the recorded days of the ledger.
 * @returns what was found wrong; empty when nothing was wrong.
 */
export async function findBrokenAudits(pool: pg.Pool): Promise<readonly string[]> {
  const faults: string[] = [];
  await assertAudits(pool).catch((error: unknown) => faults.push((error as Error).message));
  const database = openDatabase(pool);
  const auditChainResult = await verifyAuditChain(database);
  faults.push(
    ...auditChainResult.faults.map((fault) => `audit chain: ${fault.kind} at ${fault.position ?? fault.entryId}`),
  );
  const ledgerVerdict = await verifyLedgerDays(database);
  faults.push(...ledgerVerdict.faults.map(({ day, kind }) => `ledger of ${day}: ${kind}`));
  return faults;
}

/** A context of this process on the database of the cluster, like a node that serves no requests. */
export type ClusterContext = {
  readonly context: Context;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

/** What a check needs to know about the nodes. */
type JudgedNodes = Pick<ProductNodes, 'environment' | 'keys' | 'sessionSecret'>;

/** @param databaseUrl URL of the database past the pooler. @param now the clock of the context. */
export async function openClusterContext(
  nodes: JudgedNodes,
  databaseUrl: string,
  now: () => Date,
): Promise<ClusterContext> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-cluster-judge-'));
  const pool = openPool({ url: databaseUrl, applicationName: 'carhouse-cluster-judge' });
  const { SANDBOX_CARDS_URL: cardsUrl = '' } = nodes.environment;
  const context = await makeTestContext({
    config: readConfig(false, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
    pool,
    databaseUrl,
    database: openDatabase(pool),
    cards: openSandboxCardProvider(nodes.keys, cardsUrl),
    sessionSecret: nodes.sessionSecret,
    now,
  });
  return {
    context,
    pool,
    async close() {
      // Use cases that run in this process may have started background services.
      await context.jobs.close();
      await context.catalogue.close();
      await context.imageWorkers.close();
      await context.importWorkers.close();
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds after which every hold and every pause before a retry has ended. */
const clockAheadMs = 48 * 3_600_000;

/**
 * Reconciles everything that the faults have interrupted, with a clock that is two days ahead, and compares the payments
 * and the ledger with the card provider's account.
 * @param databaseUrl URL of the database past the pooler; no node may be running.
 * @returns what was found wrong.
 */
export async function findBrokenCharges(
  nodes: JudgedNodes & { readonly sandbox: Pick<SandboxCardProvider, 'account'> },
  databaseUrl: string,
): Promise<readonly string[]> {
  const { context, pool, close } = await openClusterContext(
    nodes,
    databaseUrl,
    () => new Date(Date.now() + clockAheadMs),
  );
  try {
    await reconcilePayments(context);
    await auditCharges(pool, nodes.sandbox.account, { isReconciled: true });
    return [];
  } catch (error) {
    return [(error as Error).message.slice(0, 1_000)];
  } finally {
    await close();
  }
}
