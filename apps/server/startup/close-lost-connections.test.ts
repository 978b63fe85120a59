import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { closeLostConnections } from './close-lost-connections.ts';

it('closes a connection that was handed to a node which is killed before it takes the connection', async () => {
  const nodeProgramPath = fileURLToPath(new URL('../testing/blocked-node.ts', import.meta.url));
  cluster.setupPrimary({ exec: nodeProgramPath, args: [], execArgv: [] });
  const node = cluster.fork();
  closeLostConnections(node);
  const exitPromise = once(node, 'exit');
  const [{ port }] = (await once(node, 'listening')) as [AddressInfo];
  const blockedMessagePromise = once(node, 'message');
  node.send('block');
  await blockedMessagePromise;
  const client = connect(port, '127.0.0.1');
  // The connection is reset or ended.
  client.on('error', () => {});
  const isClosed = new Promise<true>((resolve) => client.once('close', () => resolve(true)));
  await once(client, 'connect');
  // This process is the primary: it accepts and hands over the connection in the next turns of its event loop.
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  node.process.kill('SIGKILL');
  await exitPromise;
  expect(await isClosed).toBe(true);
});
