import { attemptLimits } from '@carhouse/auth/attempt-guard';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password } from '../testing/builders.ts';
import { deliverMails, readMailsTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const clientAddressOverLimit = '198.51.100.7';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/**
 * Signs up with this e-mail address from this client address, and runs the mail jobs that the sign-up enqueued.
 * @returns number of mails that the e-mail address received.
 */
async function signUpAndCountMails(email: string, remoteAddress: string): Promise<number> {
  const payload = { name: 'New', email, password, image: '' };
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload, remoteAddress });
  expect(answer.statusCode, answer.body).toBe(200);
  const repeatedRequest = { method: 'POST', url: '/api/v1/me/email-confirmation', remoteAddress } as const;
  const headers = { authorization: String(answer.headers['set-auth-token']) };
  expect((await server.app.inject({ ...repeatedRequest, headers })).statusCode).toBe(202);
  await deliverMails(server);
  return (await readMailsTo(server, email)).length;
}

it('other spellings of one mailbox are one: plus tags, capitals and, at Gmail, dots', async () => {
  const addressSpellings = ['first.last', 'firstlast+1', 'f.irstlast', 'First.Last+car', 'firstl.ast+2'];
  let mailCount = 0;
  for (const [index, spelling] of addressSpellings.entries()) {
    const address = `${spelling}@${index % 2 === 0 ? 'gmail.com' : 'googlemail.com'}`.toLowerCase();
    mailCount += await signUpAndCountMails(address, `198.51.100.${20 + index}`);
  }
  expect(mailCount).toBe(attemptLimits['mail address'].count);
  expect(await signUpAndCountMails('other@gmail.com', '198.51.100.30')).toBe(2);
});

it('an unconfirmed address gets at most six mails a day of all kinds, also when a stranger is signed in to its account', async () => {
  const [email, remoteAddress] = ['not.mine@people.example', '198.51.100.40'];
  const startedAtMs = Date.now();
  let mailCount = await signUpAndCountMails(email, remoteAddress);
  const signInAnswer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
    remoteAddress,
  });
  const headers = { authorization: String(signInAnswer.headers['set-auth-token']) };
  const requestBothMails = async () => {
    for (const url of ['/api/v1/me/email-confirmation', '/api/v1/password-resets']) {
      const payloadOptions = url.endsWith('resets') ? { payload: { email } } : {};
      const answer = await server.app.inject({ method: 'POST', url, headers, remoteAddress, ...payloadOptions });
      expect([url, answer.statusCode]).toEqual([url, 202]);
    }
    await deliverMails(server);
    mailCount = (await readMailsTo(server, email)).length;
  };
  for (let hours = 0; hours < 23; hours += 2) {
    server.setClock(() => new Date(startedAtMs + hours * 3_600_000));
    await requestBothMails();
  }
  expect(mailCount).toBe(attemptLimits['mail stranger'].count);
  server.setClock(() => new Date(startedAtMs + 25 * 3_600_000));
  await requestBothMails();
  expect(mailCount).toBeGreaterThan(attemptLimits['mail stranger'].count);
  server.setClock(() => new Date());
});

it('one client address causes a limited number of confirmation mails an hour, by sign-ups and repeated requests', async () => {
  const { guard } = server.context.identity;
  expect(await signUpAndCountMails('one@people.example', clientAddressOverLimit)).toBe(2);
  for (let mailCount = 2; mailCount < attemptLimits['confirmation mails'].count; mailCount += 1) {
    expect(await guard.allows('confirmation mails', clientAddressOverLimit)).toBe(true);
  }
  expect(await signUpAndCountMails('two@people.example', clientAddressOverLimit)).toBe(0);
  expect(await signUpAndCountMails('three@people.example', '198.51.100.8')).toBe(2);
  server.setClock(() => new Date(Date.now() + 61 * 60_000));
  expect(await signUpAndCountMails('four@people.example', clientAddressOverLimit)).toBe(2);
});
