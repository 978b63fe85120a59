import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import { closeTestNode, openTestNode, type TestNode } from './test-node.ts';
import type { TestServer } from './test-server.ts';

/**
 * Opens a second node on the database and the card provider of a test server, in this business mode, as after the operator
 * has changed the mode and restarted the server. @returns the test server with this node, which is closed by `closeNode`.
 */
export async function openNodeInMode(
  server: TestServer,
  businessMode: BusinessMode,
): Promise<TestServer & { closeNode(): Promise<void> }> {
  const { config, pool, database, cardProvider, payoutProvider, cardForm, now } = server.context;
  const node: TestNode = await openTestNode({
    config: { ...config, businessMode },
    pool,
    database,
    databaseUrl: server.databaseUrl,
    cards: { provider: cardProvider, payoutProvider, form: cardForm, sandboxUrl: null },
    sessionSecret: server.sessionSecret,
    now,
  });
  return {
    ...server,
    app: node.app,
    first: node.app,
    context: node.context,
    closeNode: () => closeTestNode(node),
  };
}
