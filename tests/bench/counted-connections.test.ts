import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openCountingAgent } from './counted-connections.ts';
import { openClient } from './http-client.ts';

it('counts what a connection carries in both directions, with headers', async () => {
  const body = 'x'.repeat(10_000);
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = openCountingAgent(1);
  try {
    const { port } = server.address() as AddressInfo;
    const client = openClient(`http://127.0.0.1:${port}`, '198.18.0.1', agent);
    await client.send('GET', '/');
    const firstByteCount = agent.bytes;
    expect(firstByteCount).toBeGreaterThan(body.length + 100);
    await client.send('GET', '/');
    expect(agent.bytes).toBe(2 * firstByteCount);
  } finally {
    agent.destroy();
    server.close();
  }
});
