import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { testPoolLimits } from '@carhouse/database/testing/test-database';
import { readConfig } from '../config.ts';
import { closeTestNode, openTestNode, type TestNode } from './test-node.ts';
import type { TestServer } from './test-server.ts';

export type AdditionalNode = TestNode & { close(): Promise<void> };

/**
 * Opens one more node on the database of a test server, with a configuration of its own.
 * @param env variables of the configuration, for example `DATABASE_REPLICA_URLS`.
 */
export async function openAdditionalNode(
  server: TestServer,
  env: Readonly<Record<string, string>>,
  { cachesAnswers = false }: { readonly cachesAnswers?: boolean } = {},
): Promise<AdditionalNode> {
  const { cardProvider: provider, payoutProvider, cardForm: form, config } = server.context;
  const nodeConfig = readConfig(false, {
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: config.dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const { database } = nodeConfig;
  if (database.kind !== 'server') throw new Error('A node is added to a database server.');
  const { url, isPooled } = database;
  const pool = openPool({ url, isPooled, applicationName: 'carhouse-test-added', limits: testPoolLimits });
  const node = await openTestNode({
    config: nodeConfig,
    pool,
    database: openDatabase(pool),
    databaseUrl: url,
    cards: { provider, payoutProvider, form, sandboxUrl: null },
    sessionSecret: server.sessionSecret,
    now: () => new Date(),
    cachesAnswers,
  });
  return {
    ...node,
    close: async () => {
      await closeTestNode(node);
      await pool.end();
    },
  };
}
