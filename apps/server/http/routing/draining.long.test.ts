import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

it('answers what is under way when it stops, and keeps no connection open behind the answer', async () => {
  const testServer = await startTestServer();
  const httpAgent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ email: 'nobody@people.example', password: 'Test!Password1' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const clientRequest = request(`${testServer.url}/api/auth/sign-in/email`, {
    method: 'POST',
    agent: httpAgent,
    headers,
  });
  const requestArrivalPromise = once(testServer.app.server, 'request');
  clientRequest.write(body.slice(0, 10));
  await requestArrivalPromise;
  const closePromise = testServer.app.close();
  await expect.poll(() => testServer.app.server.listening).toBe(false);
  clientRequest.end(body.slice(10));
  const [answer] = await once(clientRequest, 'response');
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close']);
  await closePromise;
  httpAgent.destroy();
  await testServer.close();
});

it('does not wait for connections on which nothing was asked', async () => {
  const testServer = await startTestServer();
  const connectionAcceptPromise = once(testServer.app.server, 'connection');
  const socket = connect(Number(new URL(testServer.url).port), '127.0.0.1');
  await connectionAcceptPromise;
  const connectionClosePromise = once(socket, 'close');
  await testServer.close();
  await connectionClosePromise;
});

/** Sends a request on a connection. @returns the head of the answer. */
async function sendRequest(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  for (let answer = ''; ; ) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    answer += bytes.toString('latin1');
    if (/\r\n\r\n.*"status"/s.test(answer)) return answer.toLowerCase();
  }
}

async function openConnection(testServer: TestServer): Promise<Socket> {
  const acceptedPromise = once(testServer.app.server, 'connection');
  const socket = connect(Number(new URL(testServer.url).port), '127.0.0.1');
  await acceptedPromise;
  return socket;
}

describe('a server that drains because another process accepts the new connections', () => {
  it('answers the next request of each open connection, says that it is ready, and ends the connection', async () => {
    const testServer = await startTestServer();
    await testServer.catchUp();
    const unusedConnection = await openConnection(testServer);
    const usedConnection = await openConnection(testServer);
    expect(await sendRequest(usedConnection, '/healthz')).toContain('connection: keep-alive');
    const drainPromise = testServer.app.drain(60_000);
    expect(testServer.app.server.listening).toBe(false);
    for (const connection of [unusedConnection, usedConnection]) {
      const closedPromise = once(connection, 'close');
      const answer = await sendRequest(connection, '/readyz');
      expect(answer).toContain('http/1.1 200 ');
      expect(answer).toContain('connection: close');
      await closedPromise;
    }
    await drainPromise;
    await testServer.close();
  });

  it('closes connections on which nothing is asked, the unused and the idle, and then has ended', async () => {
    const testServer = await startTestServer();
    const unusedConnection = await openConnection(testServer);
    const idleConnection = await openConnection(testServer);
    await sendRequest(idleConnection, '/healthz');
    const closedPromise = Promise.all([once(unusedConnection, 'close'), once(idleConnection, 'close')]);
    await testServer.app.drain(60_000);
    await closedPromise;
    await testServer.close();
  });

  it('stops waiting after its time', async () => {
    const testServer = await startTestServer();
    const connection = await openConnection(testServer);
    await testServer.app.drain(10);
    expect(connection.closed).toBe(false);
    await testServer.close();
  });
});
