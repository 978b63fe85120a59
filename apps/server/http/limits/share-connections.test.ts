import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createEarlyServer } from '../cache/early-answers.ts';
import { serverLimits } from './server-limits.ts';

const connectionCountMaximum = 5;
let server: TestServer;
const openSockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, {
    CONNECTIONS_PER_ADDRESS: String(connectionCountMaximum),
  });
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.destroy();
});

const pauseShortly = (): Promise<void> => new Promise((resolvePause) => setTimeout(resolvePause, 20));

/** Opens a connection that sends an incomplete request, or nothing. */
async function connectFrom(fromAddress: string, text = 'GET / HTTP/1.1\r\nHost: a\r\n'): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), localAddress: fromAddress });
  openSockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function isClosed(socket: Socket): Promise<boolean> {
  for (let attemptIndex = 0; !socket.destroyed && attemptIndex < 100; attemptIndex += 1) await pauseShortly();
  return socket.destroyed;
}

/** Makes a call and returns its status, or the code of the connection's error. */
function fetchStatusFrom(fromAddress: string): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const clientRequest = request(
      `${server.url}/api/v1/brands`,
      { localAddress: fromAddress, agent: false },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
      },
    );
    clientRequest.on('error', (error: Error & { code?: string }) => resolve(error.code));
    clientRequest.end();
  });
}

/**
 * Whether the server answers a client at this address. The request is repeated, because the server notices closed
 * connections with a delay.
 */
async function isConnectionAnswered(fromAddress: string): Promise<boolean> {
  for (let tryCount = 0; tryCount < 100; tryCount += 1) {
    if ((await fetchStatusFrom(fromAddress)) === 200) return true;
    await pauseShortly();
  }
  return false;
}

describe('the share of open connections of a network', () => {
  it('closes what one address opens beyond it, and another address gets its answer', async () => {
    for (let each = 0; each < connectionCountMaximum; each += 1) await connectFrom('127.0.0.1');
    const excessConnections = await Promise.all(Array.from({ length: 10 }, () => connectFrom('127.0.0.1')));
    expect(await Promise.all(excessConnections.map(isClosed))).toEqual(excessConnections.map(() => true));
    expect(openSockets.slice(0, connectionCountMaximum).map(({ destroyed }) => destroyed)).toEqual(
      Array(connectionCountMaximum).fill(false),
    );
    expect(await fetchStatusFrom('127.0.0.1')).toBe('ECONNRESET');
    expect(await fetchStatusFrom('127.0.0.2')).toBe(200);
  });

  it('counts exactly: each closed connection gives its place back, the refused ones too', async () => {
    for (let round = 0; round < 4; round += 1) {
      for (let each = 0; each < connectionCountMaximum + 3; each += 1) await connectFrom('127.0.0.3');
      for (const socket of openSockets.splice(0)) socket.destroy();
    }
    expect(await isConnectionAnswered('127.0.0.3')).toBe(true);
    for (let each = 0; each < connectionCountMaximum; each += 1) await connectFrom('127.0.0.3');
    expect(await fetchStatusFrom('127.0.0.3')).toBe('ECONNRESET');
  });

  it('counts idle ones, and those that wish for another protocol', async () => {
    const upgradeRequestText =
      'GET /api/v1/brands HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    for (let each = 0; each < connectionCountMaximum - 1; each += 1) await connectFrom('127.0.0.4', '');
    const lastSocket = await connectFrom('127.0.0.4', upgradeRequestText);
    expect(await isClosed(await connectFrom('127.0.0.4', ''))).toBe(true);
    expect(lastSocket.destroyed).toBe(false);
  });
});

it('has no share for a trusted proxy, whose connections are those of all its clients', async () => {
  const proxiedServer = await startTestServer(unlimitedProtection, undefined, {
    CONNECTIONS_PER_ADDRESS: '2',
    TRUSTED_PROXIES: '127.0.0.9',
  });
  const firstServer = server;
  server = proxiedServer;
  try {
    for (let each = 0; each < 6; each += 1) await connectFrom('127.0.0.9');
    expect(await fetchStatusFrom('127.0.0.9')).toBe(200);
  } finally {
    for (const socket of openSockets.splice(0)) socket.destroy();
    server = firstServer;
    await proxiedServer.close();
  }
});

it('closes the connection of a client who does not read the answer', async () => {
  const { serverFactory } = createEarlyServer({ ...serverLimits, stallTimeout: 300 }, 5_000);
  const slowServer = serverFactory((_request, response) => void response.end(Buffer.alloc(64 * 1024 * 1024)));
  slowServer.listen(0, '127.0.0.1');
  await once(slowServer, 'listening');
  const address = slowServer.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const acceptedSocketPromise = once(slowServer, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  openSockets.push(client);
  client.pause().on('error', () => {});
  const [openSocket] = await acceptedSocketPromise;
  await once(openSocket, 'close');
  expect(client.bytesRead).toBeLessThan(64 * 1024 * 1024);
  slowServer.close();
});
