import { attemptLimits } from '@carhouse/auth/attempt-guard';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password } from '../testing/builders.ts';
import { deliverMails, mailsTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const busyAddress = '198.51.100.7';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/**
 * Signs up with this e-mail address from this network address, and runs the mail jobs that the sign-up enqueued. @returns
 * number of mails that the e-mail address received.
 */
async function mailsOfSignUp(email: string, remoteAddress: string): Promise<number> {
  const payload = { name: 'New', email, password, image: '' };
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload, remoteAddress });
  expect(answer.statusCode, answer.body).toBe(200);
  const again = { method: 'POST', url: '/api/v1/me/email-confirmation', remoteAddress } as const;
  const headers = { authorization: String(answer.headers['set-auth-token']) };
  expect((await server.app.inject({ ...again, headers })).statusCode).toBe(202);
  await deliverMails(server);
  return (await mailsTo(server, email)).length;
}

it('other spellings of one mailbox are one: plus tags, capitals and, at Gmail, dots', async () => {
  const spellings = ['first.last', 'firstlast+1', 'f.irstlast', 'First.Last+car', 'firstl.ast+2'];
  let mails = 0;
  for (const [place, spelling] of spellings.entries()) {
    const address = `${spelling}@${place % 2 === 0 ? 'gmail.com' : 'googlemail.com'}`.toLowerCase();
    mails += await mailsOfSignUp(address, `198.51.100.${20 + place}`);
  }
  expect(mails).toBe(attemptLimits['mail address'].count);
  expect(await mailsOfSignUp('other@gmail.com', '198.51.100.30')).toBe(2);
});

it('an address that nobody has confirmed gets six mails a day, whatever is asked for, also from where a stranger is signed in', async () => {
  const [email, remoteAddress] = ['not.mine@people.example', '198.51.100.40'];
  const began = Date.now();
  let mails = await mailsOfSignUp(email, remoteAddress);
  const signedIn = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
    remoteAddress,
  });
  const headers = { authorization: String(signedIn.headers['set-auth-token']) };
  const requestAllMails = async () => {
    for (const url of ['/api/v1/me/email-confirmation', '/api/v1/password-resets']) {
      const body = url.endsWith('resets') ? { payload: { email } } : {};
      const answer = await server.app.inject({ method: 'POST', url, headers, remoteAddress, ...body });
      expect([url, answer.statusCode]).toEqual([url, 202]);
    }
    await deliverMails(server);
    mails = (await mailsTo(server, email)).length;
  };
  for (let hours = 0; hours < 23; hours += 2) {
    server.setClock(() => new Date(began + hours * 3_600_000));
    await requestAllMails();
  }
  expect(mails).toBe(attemptLimits['mail stranger'].count);
  server.setClock(() => new Date(began + 25 * 3_600_000));
  await requestAllMails();
  expect(mails).toBeGreaterThan(attemptLimits['mail stranger'].count);
  server.setClock(() => new Date());
});

it('one client address causes so many mails to strangers an hour, by sign-ups and by asking again', async () => {
  const { guard } = server.context.identity;
  expect(await mailsOfSignUp('one@people.example', busyAddress)).toBe(2);
  for (let sent = 2; sent < attemptLimits['confirmation mails'].count; sent += 1) {
    expect(await guard.allows('confirmation mails', busyAddress)).toBe(true);
  }
  expect(await mailsOfSignUp('two@people.example', busyAddress)).toBe(0);
  expect(await mailsOfSignUp('three@people.example', '198.51.100.8')).toBe(2);
  server.setClock(() => new Date(Date.now() + 61 * 60_000));
  expect(await mailsOfSignUp('four@people.example', busyAddress)).toBe(2);
});
