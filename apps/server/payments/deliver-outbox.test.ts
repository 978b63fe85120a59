import type { Mailer } from '@carhouse/mail/mailer';
import { createSmtpMailer } from '@carhouse/mail/smtp-mailer';
import { startMailServer, type TestMailServer } from '@carhouse/mail/testing/start-mail-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeChargedOrder, type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { settlePayment } from './settle-payment.ts';

let testServer: TestServer;
let seller: TestUser;
const closeFunctions: (() => unknown)[] = [];

beforeAll(async () => {
  testServer = await startTestServer();
});
beforeEach(async () => {
  // The outbox is emptied, so that each test reads only its own mails.
  await testServer.context.pool.query('DELETE FROM outbox');
  seller = await makeUser(testServer, 'Seller');
});
afterEach(async () => {
  testServer.setClock(() => new Date());
  for (const close of closeFunctions.splice(0).reverse()) await close();
});
afterAll(() => testServer.close());

async function startMailbox(options?: SMTPServerOptions): Promise<TestMailServer> {
  const server = await startMailServer(options);
  closeFunctions.push(() => server.close());
  return server;
}

async function deliverToMailServer(server: { readonly port: number }): Promise<number> {
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${server.port}`,
    from: 'testServer@cars.example',
    origin: testServer.context.config.publicUrl,
    deadline: 3_000,
  });
  try {
    return await deliverOutbox(testServer.context, mailer);
  } finally {
    mailer.close();
  }
}

/** Returns, for each recipient address, the part of each mail's subject before the colon. */
async function readSubjectsByRecipient(server: TestMailServer): Promise<Readonly<Record<string, string>>> {
  const receivedMails = await server.received();
  expect(new Set(receivedMails.map(({ to }) => to[0])).size).toBe(receivedMails.length);
  return Object.fromEntries(
    receivedMails.map(({ to, mail }) => [to[0] ?? '', (mail.subject ?? '').split(':')[0] ?? '']),
  );
}
const readOutboxRows = async () =>
  (
    await testServer.context.pool.query<{ kind: string; state: string }>(
      'SELECT kind, state, tries, last_error FROM outbox ORDER BY kind',
    )
  ).rows;

/** Deletes the mails about the bookings themselves, because most tests are about later mails. */
async function deleteBookingMails(): Promise<void> {
  await testServer.context.pool.query("DELETE FROM outbox WHERE kind = 'booked'");
}

/** Makes a car that one buyer has paid for, and that another buyer had booked too. */
async function sellCarToOneBuyer(): Promise<{ order: PaidOrder; losingBuyer: TestUser }> {
  const losingBuyer = await makeUser(testServer, 'Buyer');
  const order = await payOrder(testServer, seller, {}, (car) => bookListing(testServer, losingBuyer, car));
  await deleteBookingMails();
  return { order, losingBuyer };
}

describe('the outbox', () => {
  it('tells the buyer, the seller and the buyers who lost the car, once each', async () => {
    const { order, losingBuyer } = await sellCarToOneBuyer();
    expect(await readOutboxRows()).toMatchObject([
      { kind: 'car-lost', state: 'waiting' },
      { kind: 'receipt', state: 'waiting' },
      { kind: 'sold', state: 'waiting' },
    ]);
    const server = await startMailbox();
    await Promise.all([deliverToMailServer(server), deliverToMailServer(server)]);
    expect(await deliverToMailServer(server)).toBe(0);
    expect(await readSubjectsByRecipient(server)).toEqual({
      [order.buyer.email]: 'Receipt',
      [losingBuyer.email]: 'The car you booked was sold',
      [seller.email]: 'Your car was sold',
    });
    expect((await readOutboxRows()).map((row) => row.state)).toEqual(['sent', 'sent', 'sent']);
    const receipt = (await server.received()).find(({ mail }) => mail.subject?.startsWith('Receipt'))?.mail.text ?? '';
    expect(receipt).toContain('$868,000');
    expect(receipt).toMatch(/CH-\d{8}/);
    expect(receipt).toContain('ending in 4242');
    for (const { to, mail } of await server.received())
      for (const recipient of [order.buyer, losingBuyer, seller])
        expect(mail.text?.includes(recipient.email) === true && !to.includes(recipient.email)).toBe(false);
  });

  it('tells buyer and seller of a booking and of its end, with the viewing for their calendars', async () => {
    const buyer = await makeUser(testServer, 'Buyer');
    const productId = await makeCar(testServer, seller);
    const factsSql = "registered_on = '2021-05-28', mileage_km = 14200";
    await testServer.context.pool.query(`UPDATE listing SET ${factsSql} WHERE id = $1`, [productId]);
    const bookingFields = { productId, meetingDate: 'Tomorrow, 3 pm, gate <B>', buyerNumber: '9123 4567' };
    const { body } = await call(testServer, buyer, 'POST', '/api/bookingData', bookingFields);
    await call(testServer, buyer, 'POST', '/api/bookingData', bookingFields);
    const bookedMailbox = await startMailbox();
    expect(await deliverToMailServer(bookedMailbox)).toBe(2);
    expect(await readSubjectsByRecipient(bookedMailbox)).toEqual({
      [buyer.email]: 'You booked a viewing',
      [seller.email]: 'A buyer booked your car',
    });
    await call(testServer, buyer, 'POST', `/api/v1/bookings/${String(body.insertedId)}/cancellation`, {});
    const cancelledMailbox = await startMailbox();
    await deliverToMailServer(cancelledMailbox);
    expect(await readSubjectsByRecipient(cancelledMailbox)).toEqual({
      [buyer.email]: 'The order was cancelled',
      [seller.email]: 'The order was cancelled',
    });
    const tomorrow = new Date(testServer.context.now().getTime() + 32 * 3_600_000).toISOString().slice(0, 10);
    const mailsOfBothMailboxes = [...(await bookedMailbox.received()), ...(await cancelledMailbox.received())];
    for (const { mail, to } of mailsOfBothMailboxes) {
      expect(mail.subject).toMatch(/: Ferrari of 2021, 14,200 km, for \$868,000$/);
      if (mail.subject?.startsWith('The order') === true) continue;
      const words =
        to[0] === buyer.email ? ['You proposed: ', 'what you wrote'] : ['They propose: ', 'what the buyer wrote'];
      for (const each of words) expect(mail.text).toContain(each);
      expect(mail.text).toMatch(/ \d{4}, 15:00, Singapore time\./);
    }
    const files = mailsOfBothMailboxes.map(({ mail }) => {
      expect(mail.text).toContain(`${testServer.context.config.publicUrl}/orders/${String(body.insertedId)}`);
      expect(mail.attachments).toMatchObject([{ filename: 'viewing.ics', mimeType: 'text/calendar' }]);
      const file = mail.attachments[0]?.content;
      return typeof file === 'string' ? file : new TextDecoder().decode(file);
    });
    for (const file of files) {
      expect(file).toContain(`DTSTART:${tomorrow.replaceAll('-', '')}T070000Z`);
      expect(file).not.toContain('gate');
    }
    expect(files.map((file) => /STATUS:(\w+)/.exec(file)?.[1])).toEqual([
      'TENTATIVE',
      'TENTATIVE',
      'CANCELLED',
      'CANCELLED',
    ]);
  });

  it('sends no calendar file where the buyer named no day that can be read', async () => {
    await bookListing(testServer, await makeUser(testServer, 'Buyer'), await makeCar(testServer, seller));
    await testServer.context.pool.query("UPDATE booking SET meeting_date = 'any evening' WHERE seller_id = $1", [
      seller.id,
    ]);
    const server = await startMailbox();
    expect(await deliverToMailServer(server)).toBe(2);
    for (const { mail } of await server.received()) expect(mail.attachments).toEqual([]);
  });

  it('tells both of a cancellation by the seller, and both of a refund', async () => {
    const buyer = await makeUser(testServer, 'Buyer');
    const order = await payOrder(testServer, seller);
    await deliverToMailServer(await startMailbox());
    const bookingId = await bookListing(testServer, buyer, await makeCar(testServer, seller));
    await call(testServer, seller, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, { reason: 'In the garage' });
    const admin = await makeUser(testServer, 'admin');
    await call(testServer, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'Not as described' });
    // The seller gets both mails; this test checks the one about the refund.
    await testServer.context.pool.query("DELETE FROM outbox WHERE kind = 'cancelled' AND recipient_id = $1", [
      seller.id,
    ]);
    await deleteBookingMails();
    const server = await startMailbox();
    await deliverToMailServer(server);
    expect(await readSubjectsByRecipient(server)).toEqual({
      [buyer.email]: 'The order was cancelled',
      [order.buyer.email]: 'The order was refunded',
      [seller.email]: 'The order was refunded',
    });
  });

  it('loses nothing while no mail server answers, and tries again with pauses', async () => {
    await sellCarToOneBuyer();
    const closedMailServer = await startMailServer();
    await closedMailServer.close();
    expect(await deliverToMailServer(closedMailServer)).toBe(3);
    expect(await deliverToMailServer(closedMailServer)).toBe(0);
    const server = await startMailbox();
    testServer.setClock(() => new Date(Date.now() + 31_000));
    expect(await deliverToMailServer(server)).toBe(3);
    expect(await server.received()).toHaveLength(3);
  });

  it('gives what a sender took and never reported to the next one, when its time is over', async () => {
    await sellCarToOneBuyer();
    await testServer.context.pool.query(
      "UPDATE outbox SET state = 'sending', tries = 1, next_try_at = now() + interval '5 minutes'",
    );
    const server = await startMailbox();
    expect(await deliverToMailServer(server)).toBe(0);
    testServer.setClock(() => new Date(Date.now() + 301_000));
    expect(await deliverToMailServer(server)).toBe(3);
    expect((await readOutboxRows()).map((row) => row.state)).toEqual(['sent', 'sent', 'sent']);
  });

  it('gives a message up at once when it is refused for good, and after the last try else', async () => {
    const { losingBuyer } = await sellCarToOneBuyer();
    const server = await startMailbox({
      onRcptTo: (address, _session, respond) =>
        respond(
          address.address === losingBuyer.email
            ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
            : null,
        ),
    });
    await deliverToMailServer(server);
    expect(await readOutboxRows()).toMatchObject([
      { kind: 'car-lost', state: 'failed', last_error: 'refused for good' },
      { kind: 'receipt', state: 'sent' },
      { kind: 'sold', state: 'sent' },
    ]);
    await testServer.context.pool.query(
      "UPDATE outbox SET state = 'waiting', tries = 7, next_try_at = now() - interval '1 second'",
    );
    await server.close();
    closeFunctions.splice(0);
    await deliverToMailServer(server);
    expect((await readOutboxRows()).map((row) => row.state)).toEqual(['failed', 'failed', 'failed']);
  });

  it('tells the buyer of a suspended seller that their order was cancelled, and a suspended buyer where their money is', async () => {
    const admin = await makeUser(testServer, 'admin');
    const suspend = (id: string) =>
      call(testServer, admin, 'POST', `/api/v1/accounts/${id}/suspension`, { reason: 'Complaints' });
    const [buyer, otherUser] = [await makeUser(testServer, 'Buyer'), await makeUser(testServer, 'Seller')];
    await bookListing(testServer, buyer, await makeCar(testServer, otherUser));
    await suspend(otherUser.id);
    const lateOrder = await makeChargedOrder(testServer, seller);
    await suspend(lateOrder.buyer.id);
    await deleteBookingMails();
    const server = await startMailbox();
    await deliverToMailServer(server);
    expect(await readSubjectsByRecipient(server)).toMatchObject({
      [buyer.email]: 'The order was cancelled',
      [lateOrder.buyer.email]: 'Your payment is refunded',
    });
  });

  it('tells a buyer whose charge came too late that it goes back', async () => {
    const { buyer, bookingId, intentId } = await makeChargedOrder(testServer, seller);
    await testServer.context.pool.query(
      "UPDATE booking SET status = 'cancelled', closed_at = now(), close_reason = 'any' WHERE id = $1",
      [bookingId],
    );
    await settlePayment(testServer.context, intentId);
    await settlePayment(testServer.context, intentId);
    await deleteBookingMails();
    const server = await startMailbox();
    await deliverToMailServer(server);
    expect(await readSubjectsByRecipient(server)).toEqual({ [buyer.email]: 'Your payment is refunded' });
  });

  it('sends each message once while every letter takes half a minute and another sender looks for work', async () => {
    for (let orderCount = 1; orderCount <= 6; orderCount += 1)
      await payOrder(testServer, await makeUser(testServer, 'Seller'));
    await deleteBookingMails();
    const testStart = Date.now();
    const sentSubjects: string[] = [];
    const quickMailer: Mailer = {
      send: async ({ to, subject }) => void sentSubjects.push(`${to.address} ${subject}`),
      close: () => {},
    };
    const slowMailer: Mailer = {
      ...quickMailer,
      send: async (letter) => {
        testServer.setClock(() => new Date(testStart + 30_000 * (sentSubjects.length + 1)));
        await quickMailer.send(letter);
        if (sentSubjects.length > 10) await deliverOutbox(testServer.context, quickMailer);
      },
    };
    await deliverOutbox(testServer.context, slowMailer);
    expect(sentSubjects).toHaveLength(12);
    expect(new Set(sentSubjects).size).toBe(12);
  });

  it('sends no mail to a deleted account', async () => {
    const { losingBuyer } = await sellCarToOneBuyer();
    const admin = await makeUser(testServer, 'admin');
    expect((await call(testServer, admin, 'DELETE', `/api/Buyer/${losingBuyer.id}`)).status).toBe(200);
    const server = await startMailbox();
    await deliverToMailServer(server);
    expect(await server.received()).toHaveLength(2);
    expect((await readOutboxRows())[0]).toMatchObject({ kind: 'car-lost', state: 'dropped' });
  });

  it('holds nothing of a payment that was rolled back', async () => {
    const buyer = await makeUser(testServer, 'Buyer');
    const bookingId = await bookListing(testServer, buyer, await makeCar(testServer, seller));
    await call(testServer, buyer, 'POST', '/api/payment', { paymentId: bookingId, transactionId: 'pi_none' });
    await deleteBookingMails();
    expect(await readOutboxRows()).toEqual([]);
  });
});
