import { readMissedEvents } from '@carhouse/server/payments/read-missed-events';
import { reconcilePayments } from '@carhouse/server/payments/reconcile-payments';
import { type RaceFigures, runMoneyRace } from '@carhouse/server/testing/money-race';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { startWebhookRelay } from '@carhouse/server/testing/webhook-relay';
import pg from 'pg';
import type { ClusterTestbed } from './cluster-testbed.ts';
import { openClusterContext } from './judge.ts';

/** Cars of a race, and buyers who want each of them. */
const raceSize = { cars: 40, buyersPerCar: 32 } as const;

/**
 * Runs a payment race (apps/server/testing/money-race.ts) through the load balancer, with nodes that reach the database
 * through PgBouncer. Checks all invariants of money.
 * @throws Error when a car was not sold exactly once, a buyer was charged wrongly, or an audit found rows.
 */
export async function raceOnCluster({ nodes, proxies }: ClusterTestbed, seed: number): Promise<RaceFigures> {
  // The connections of this pool have no timeout, unlike those of the nodes.
  const pool = new pg.Pool({ connectionString: proxies.sessionUrl, max: 4, options: '-c statement_timeout=0' });
  pool.on('error', () => {});
  let clockAheadMs = 0;
  const reconcilerContext = await openClusterContext(
    nodes,
    proxies.sessionUrl,
    () => new Date(Date.now() + clockAheadMs),
  );
  const relay = await startWebhookRelay(() => [proxies.origin], createSeededRandom(seed + 1));
  nodes.sandbox.setWebhookUrl(relay.url);
  try {
    return await runMoneyRace({
      ...raceSize,
      seed,
      nodes: [proxies.origin],
      pool,
      sessionSecret: nodes.sessionSecret,
      sandbox: nodes.sandbox,
      publishableKey: nodes.keys.publishableKey,
      reconcile: async (aheadMs) => {
        clockAheadMs = aheadMs;
        await reconcilePayments(reconcilerContext.context);
        await readMissedEvents(reconcilerContext.context);
      },
    });
  } finally {
    nodes.sandbox.setWebhookUrl(undefined);
    await relay.close();
    await reconcilerContext.close();
    await pool.end();
  }
}
