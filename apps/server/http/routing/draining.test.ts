import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';

it('answers what is under way when it stops, and keeps no connection open behind the answer', async () => {
  const testServer = await startTestServer();
  const httpAgent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ email: 'nobody@people.example', password: 'Test!Password1' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const outgoingRequest = request(`${testServer.url}/api/auth/sign-in/email`, {
    method: 'POST',
    agent: httpAgent,
    headers,
  });
  const requestArrived = once(testServer.app.server, 'request');
  outgoingRequest.write(body.slice(0, 10));
  await requestArrived;
  const closePromise = testServer.app.close();
  await expect.poll(() => testServer.app.server.listening).toBe(false);
  outgoingRequest.end(body.slice(10));
  const [answer] = await once(outgoingRequest, 'response');
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close']);
  await closePromise;
  httpAgent.destroy();
  await testServer.close();
});

it('does not wait for connections on which nothing was asked', async () => {
  const testServer = await startTestServer();
  const connectionAccepted = once(testServer.app.server, 'connection');
  const socket = connect(Number(new URL(testServer.url).port), '127.0.0.1');
  await connectionAccepted;
  const connectionClosed = once(socket, 'close');
  await testServer.close();
  await connectionClosed;
});
