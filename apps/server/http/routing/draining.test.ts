import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { openTestHouse } from '../../testing/test-house.ts';

it('answers what is under way when it stops, and keeps no connection open behind the answer', async () => {
  const house = await openTestHouse();
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ email: 'nobody@people.example', password: 'Test!Password1' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const asked = request(`${house.url}/api/auth/sign-in/email`, { method: 'POST', agent, headers });
  const arrived = once(house.app.server, 'request');
  asked.write(body.slice(0, 10));
  await arrived;
  const closing = house.app.close();
  await expect.poll(() => house.app.server.listening).toBe(false);
  asked.end(body.slice(10));
  const [answer] = await once(asked, 'response');
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close']);
  await closing;
  agent.destroy();
  await house.close();
});

it('does not wait for connections on which nothing was asked', async () => {
  const house = await openTestHouse();
  const accepted = once(house.app.server, 'connection');
  const socket = connect(Number(new URL(house.url).port), '127.0.0.1');
  await accepted;
  const ended = once(socket, 'close');
  await house.close();
  await ended;
});
