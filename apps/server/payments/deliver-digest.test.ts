import { reserveHourlyMail } from '@carhouse/database/outbox/mail-pace';
import { claimMessages } from '@carhouse/database/outbox/outbox';
import { countAlerts } from '@carhouse/database/security/security-events';
import type { Letter, Mailer } from '@carhouse/mail/mailer';
import { createSmtpMailer } from '@carhouse/mail/smtp-mailer';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendNotice } from '../accounts/send-notice.ts';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import { payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { deliverOutbox } from './deliver-outbox.ts';

let testServer: TestServer;
let seller: TestUser;
let testStartMs: number;

beforeAll(async () => {
  testServer = await startTestServer();
});
beforeEach(async () => {
  await testServer.context.pool.query('DELETE FROM outbox');
  seller = await makeUser(testServer, 'Seller');
  testStartMs = Date.now();
});
afterEach(() => testServer.setClock(() => new Date()));
afterAll(() => testServer.close());

/** Sets the clock of the server to a number of minutes after the start of the test. */
const setClockToMinute = (minutes: number): void => testServer.setClock(() => new Date(testStartMs + minutes * 60_000));

function makeCollectingMailer(): {
  readonly mailer: Mailer;
  readonly letters: Letter[];
  to(recipient: TestUser): readonly Letter[];
} {
  const letters: Letter[] = [];
  return {
    letters,
    mailer: { send: async (letter) => void letters.push(letter), close: () => {} },
    to: (recipient) => letters.filter((each) => each.to.address === recipient.email),
  };
}

/** Makes and cancels `bookingCount` bookings of cars of the seller. */
async function bookAndCancel(bookingCount: number, reason = 'Found another'): Promise<void> {
  const buyer = await makeUser(testServer, 'Buyer');
  const car = await makeCar(testServer, seller);
  for (let round = 0; round < bookingCount; round += 1) {
    const id = await bookListing(testServer, buyer, car);
    const answer = await call(testServer, buyer, 'POST', `/api/v1/bookings/${id}/cancellation`, { reason });
    expect(answer.body).toEqual({ modifiedCount: 1 });
  }
  // These tests count the cancellation mails that the seller gets.
  await testServer.context.pool.query("DELETE FROM outbox WHERE kind = 'booked' OR recipient_id = $1", [buyer.id]);
}

const countByState = async (): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await testServer.context.pool.query<{ word: string; count: number }>(
    "SELECT kind || ' ' || state AS word, count(*)::int AS count FROM outbox GROUP BY 1",
  );
  return Object.fromEntries(rows.map(({ word: state, count }) => [state, count]));
};

/** Notices are sent to confirmed addresses only. */
const confirm = ({ id }: TestUser) =>
  testServer.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [id]);

describe('more than three mails an hour to one person', () => {
  it('become one at the end of the hour, which counts what happened: 25 bookings cancelled in a burst', async () => {
    await bookAndCancel(25);
    const { mailer, to } = makeCollectingMailer();
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(3);
    expect(await countByState()).toEqual({ 'cancelled sent': 3, 'cancelled merged': 22, 'digest waiting': 1 });
    await testServer.context.securityLog.flush();
    expect(await countAlerts(testServer.context.pool, testServer.context.now())).toMatchObject({ mailLoop: 1 });
    setClockToMinute(59);
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(3);
    setClockToMinute(61);
    await deliverOutbox(testServer.context, mailer);
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(4);
    const digest = to(seller)[3];
    expect(digest?.text).toContain('Bookings cancelled: 22');
    expect(digest?.text.match(/https?:\/\//g)).toHaveLength(1);
    expect(await countByState()).toEqual({ 'cancelled sent': 3, 'cancelled merged': 22, 'digest sent': 1 });
  });

  it('are single mails again in the next hour, where the digest counts as one of the three', async () => {
    await bookAndCancel(5);
    const { mailer, to } = makeCollectingMailer();
    await deliverOutbox(testServer.context, mailer);
    setClockToMinute(61);
    await deliverOutbox(testServer.context, mailer);
    await bookAndCancel(4);
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(3 + 1 + 2);
    setClockToMinute(122);
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller).at(-1)?.text).toContain('Bookings cancelled: 2');
  });

  it('count mails about the account too: after three of those the first about an order waits for the digest', async () => {
    await confirm(seller);
    for (const notice of ['second-factor-removed', 'second-factor-reset', 'second-factor-removed'] as const) {
      await sendNotice(testServer.context, { notice, accountId: seller.id });
    }
    await bookAndCancel(2);
    const { mailer, to } = makeCollectingMailer();
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(0);
    expect(await countByState()).toEqual({ 'cancelled merged': 2, 'digest waiting': 1 });
    setClockToMinute(61);
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(1);
  });

  it('do not keep a notice about the account from its reader, and notices of all kinds are ten an hour', async () => {
    await confirm(seller);
    await bookAndCancel(5);
    await deliverOutbox(testServer.context, makeCollectingMailer().mailer);
    for (const notice of ['second-factor-removed', 'second-factor-reset'] as const) {
      for (let bookingCount = 0; bookingCount < 6; bookingCount += 1)
        await sendNotice(testServer.context, { notice, accountId: seller.id });
    }
    expect(await readMailsTo(testServer, seller.email)).toHaveLength(10);
  });

  it('are counted once by two senders at the same time, and nobody else waits for them', async () => {
    await bookAndCancel(20);
    const { buyer } = await payOrder(testServer, await makeUser(testServer, 'Seller'));
    await testServer.context.pool.query("DELETE FROM outbox WHERE kind = 'booked'");
    const { mailer, to } = makeCollectingMailer();
    await Promise.all(Array.from({ length: 4 }, () => deliverOutbox(testServer.context, mailer)));
    expect(to(seller)).toHaveLength(3);
    expect(to(buyer)).toHaveLength(1);
    setClockToMinute(61);
    await Promise.all(Array.from({ length: 4 }, () => deliverOutbox(testServer.context, mailer)));
    expect(to(seller)).toHaveLength(4);
    expect(to(seller)[3]?.text).toContain('Bookings cancelled: 17');
  });

  it.each([
    { earlierMails: 1, what: 'of a recipient who has had one' },
    { earlierMails: 0, what: 'of a recipient who has had none' },
  ])(
    'take the three places of an hour one after the other, also when many ask at once: $what',
    async ({ earlierMails }) => {
      for (let round = 0; round < 4; round += 1) {
        await testServer.context.pool.query('DELETE FROM outbox');
        await testServer.context.pool.query('DELETE FROM mail_pace');
        await bookAndCancel(earlierMails);
        await deliverOutbox(testServer.context, makeCollectingMailer().mailer);
        await bookAndCancel(10);
        const now = testServer.context.now();
        const leaseEnd = new Date(now.getTime() + 60_000);
        const messages = await claimMessages(testServer.context.database, { now, leaseEnd, limit: 10 });
        const reservationOutcomes = await Promise.all(
          messages.map((message) =>
            reserveHourlyMail(testServer.context.pool, message, {
              now,
              newDigestId: testServer.context.newId<'outbox'>(),
            }),
          ),
        );
        // Three mails are allowed per hour.
        expect(reservationOutcomes.filter((reservationOutcome) => reservationOutcome === 'send')).toHaveLength(
          3 - earlierMails,
        );
        expect(await countByState()).toMatchObject({ 'cancelled merged': 7 + earlierMails, 'digest waiting': 1 });
      }
    },
  );

  it('are lost by no crash between the place in the hour and the mail, nor by a digest that fails', async () => {
    await bookAndCancel(6);
    const hangingMailer: Mailer = { send: () => new Promise(() => {}), close: () => {} };
    void deliverOutbox(testServer.context, hangingMailer);
    await expect.poll(countByState).toMatchObject({ 'cancelled sending': 6 });
    await expect
      .poll(async () => (await testServer.context.pool.query('SELECT 1 FROM outbox WHERE counted')).rowCount)
      .toBe(1);
    setClockToMinute(6);
    const { mailer, to } = makeCollectingMailer();
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(3);
    setClockToMinute(67);
    const failingMailer: Mailer = { send: () => Promise.reject(new Error('down')), close: () => {} };
    await deliverOutbox(testServer.context, failingMailer);
    setClockToMinute(70);
    await deliverOutbox(testServer.context, mailer);
    expect(to(seller)).toHaveLength(4);
    expect(to(seller)[3]?.text).toContain('Bookings cancelled: 3');
  });
});

describe('a mail contains no text of another user', () => {
  // No word of this text makes the day of the meeting unclear, so a calendar file is attached.
  const linkText = 'Click https://evil.example/x, www.evil.example, evil.example';

  it('neither as a reason, a name, a model, a place nor a meeting date, in a mail that really leaves', async () => {
    const buyer = await makeUser(testServer, 'Buyer');
    for (const recipient of [buyer, seller])
      await testServer.context.pool.query('UPDATE account SET name = $2 WHERE id = $1', [
        recipient.id,
        `Click evil ${linkText}`,
      ]);
    const paidOrder = await payOrder(testServer, seller, { car: { title: linkText } });
    const car = await makeCar(testServer, seller, { title: linkText });
    const bookingFields = { productId: car, meetingDate: `Tomorrow: ${linkText}`, buyerNumber: '9123 4567' };
    const answer = await call(testServer, buyer, 'POST', '/api/bookingData', bookingFields);
    const cancellationBody = { reason: `${linkText} `.repeat(4).slice(0, 300).trim() };
    await call(
      testServer,
      buyer,
      'POST',
      `/api/v1/bookings/${String(answer.body.insertedId)}/cancellation`,
      cancellationBody,
    );
    const admin = await makeUser(testServer, 'admin');
    await call(testServer, admin, 'POST', `/api/v1/payments/${paidOrder.paymentId}/refund`, { reason: linkText });
    const server = await startMailServer();
    const mailer = createSmtpMailer({
      url: `smtp://127.0.0.1:${server.port}`,
      from: 'testServer@cars.example',
      origin: testServer.context.config.publicUrl,
    });
    await deliverOutbox(testServer.context, mailer);
    mailer.close();
    const receivedMails = await server.received();
    await server.close();
    // The buyer who paid gets three mails, the other buyer two, and the seller the first three of five.
    expect(receivedMails).toHaveLength(8);
    expect(receivedMails.filter(({ mail }) => mail.attachments.length > 0)).not.toEqual([]);
    for (const { mail } of receivedMails) {
      const files = mail.attachments.map(({ content }) =>
        typeof content === 'string' ? content : new TextDecoder().decode(content),
      );
      const wholeMail = [mail.subject, mail.text, JSON.stringify(mail.headers), ...files].join('\n');
      expect(wholeMail).not.toMatch(/evil|click/i);
      expect(mail.text?.match(/https?:\/\/\S+/g)).toEqual([
        expect.stringContaining(`${testServer.context.config.publicUrl}/orders/`),
      ]);
    }
    const orderAnswer = await call(testServer, buyer, 'GET', `/api/payment/${String(answer.body.insertedId)}`);
    expect(orderAnswer.body.closeReason).toContain('evil.example');
  });
});
