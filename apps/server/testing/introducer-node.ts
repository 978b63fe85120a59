import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import type { Config } from '../config.ts';
import { closeTestNode, openTestNode, type TestNode } from './test-node.ts';
import type { TestServer } from './test-server.ts';

type OpenedNode = TestServer & { closeNode(): Promise<void> };

/**
 * Opens a second node on the database and the card provider of a test server, in this business mode, as after the operator
 * has changed the mode and restarted the server. @returns the test server with this node, which is closed by `closeNode`.
 */
export function openNodeInMode(server: TestServer, businessMode: BusinessMode): Promise<OpenedNode> {
  return openNodeWithSettings(server, { businessMode });
}

/** Does what `openNodeInMode` does, with these settings instead of those of the test server. */
export async function openNodeWithSettings(server: TestServer, settings: Partial<Config>): Promise<OpenedNode> {
  const { config, pool, database, cardProvider, payoutProvider, cardForm, now } = server.context;
  const node: TestNode = await openTestNode({
    config: { ...config, ...settings },
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
    firstApp: node.app,
    context: node.context,
    closeNode: () => closeTestNode(node),
  };
}
