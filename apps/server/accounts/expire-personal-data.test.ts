import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RetentionRule, retentionDays } from '@carhouse/domain/privacy/retention';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { expirePersonalData } from './expire-personal-data.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const query = async (sql: string, ...values: unknown[]) => (await server.context.pool.query(sql, values)).rows;

/**
 * Returns the time one hour before (`older`) or one hour after (`younger`) the start of the retention period that ends
 * now.
 */
function makeTimeAroundPeriodStart(retentionRule: RetentionRule, relativeAge: 'older' | 'younger'): Date {
  const offsetMs = relativeAge === 'older' ? -3_600_000 : 3_600_000;
  return new Date(Date.now() - retentionDays[retentionRule] * 86_400_000 + offsetMs);
}

async function makeClosedBooking(at: Date): Promise<string> {
  const id = await bookListing(server, buyer, await makeCar(server, seller));
  await call(server, buyer, 'POST', `/api/v1/bookings/${id}/cancellation`, { reason: 'I moved to Penang.' });
  await query('UPDATE booking SET closed_at = $2 WHERE id = $1', id, at);
  return id;
}

async function makePaidBooking(at: Date): Promise<string> {
  const id = await bookListing(server, buyer, await makeCar(server, seller));
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: id });
  const secret = String(paymentStartAnswer.body.clientSecret);
  await confirmCard(server, secret);
  await call(server, buyer, 'POST', '/api/payment', { paymentId: id, transactionId: secret.split('_secret_')[0] });
  await query('UPDATE booking SET paid_at = $2 WHERE id = $1', id, at);
  return id;
}

const personColumnList = 'buyer_name, buyer_email, seller_name, seller_email';
const meetingColumnList = 'buyer_number, meeting_date, close_reason';
const removedPersonFields = { buyer_name: '', buyer_email: '', seller_name: '', seller_email: '' };
const makeExpectedNames = () => ({
  buyer_name: buyer.name,
  buyer_email: buyer.email,
  seller_name: seller.name,
  seller_email: seller.email,
});

it('removes a buyer’s contact data when the retention period of a closed booking has ended', async () => {
  const [oldBookingId, youngBookingId] = [
    await makeClosedBooking(makeTimeAroundPeriodStart('bookingContact', 'older')),
    await makeClosedBooking(makeTimeAroundPeriodStart('bookingContact', 'younger')),
  ];
  const oldPaidBookingId = await makePaidBooking(makeTimeAroundPeriodStart('bookingContact', 'older'));
  const openBookingId = await bookListing(server, buyer, await makeCar(server, seller));
  await query("UPDATE booking SET created_at = now() - interval '10 years' WHERE id = $1", openBookingId);
  const readBreakReasons = () =>
    query('SELECT break_reason FROM payment_attempt WHERE break_reason IS NOT NULL ORDER BY 1');
  const attempts = await query('SELECT id FROM payment_attempt WHERE booking_id = $1', oldPaidBookingId);
  const setBreakReasonSql =
    "UPDATE payment_attempt SET break_reason = 'They do not answer.', released_at = $2 WHERE id = $1";
  await query(setBreakReasonSql, attempts[0]?.id, makeTimeAroundPeriodStart('bookingContact', 'younger'));
  await expirePersonalData(server.context);
  expect(await readBreakReasons()).toHaveLength(1);
  await query(setBreakReasonSql, attempts[0]?.id, makeTimeAroundPeriodStart('bookingContact', 'older'));
  await expirePersonalData(server.context);
  expect(await readBreakReasons()).toEqual([]);
  const readBooking = async (id: string) =>
    (await query(`SELECT ${meetingColumnList} FROM booking WHERE id = $1`, id))[0];
  const erasedFields = { buyer_number: '', meeting_date: '' };
  const storedFields = { buyer_number: '9123 4567', meeting_date: 'Sat, after 3 pm' };
  expect(await readBooking(oldBookingId)).toEqual({ ...erasedFields, close_reason: '' });
  expect(await readBooking(oldPaidBookingId)).toEqual({ ...erasedFields, close_reason: null });
  expect(await readBooking(youngBookingId)).toMatchObject(storedFields);
  expect(await readBooking(openBookingId)).toMatchObject(storedFields);
  await call(server, buyer, 'POST', `/api/v1/bookings/${openBookingId}/cancellation`, {});
});

it('removes the people from a cancelled booking after two years and from a paid one after six', async () => {
  const [cancelledBookingId, youngCancelledBookingId, paidBookingId, youngPaidBookingId] = [
    await makeClosedBooking(makeTimeAroundPeriodStart('cancelledBooking', 'older')),
    await makeClosedBooking(makeTimeAroundPeriodStart('cancelledBooking', 'younger')),
    await makePaidBooking(makeTimeAroundPeriodStart('paidBooking', 'older')),
    await makePaidBooking(makeTimeAroundPeriodStart('paidBooking', 'younger')),
  ];
  await expirePersonalData(server.context);
  const readBooking = async (id: string) =>
    (await query(`SELECT ${personColumnList} FROM booking WHERE id = $1`, id))[0];
  expect([await readBooking(cancelledBookingId), await readBooking(paidBookingId)]).toEqual([
    removedPersonFields,
    removedPersonFields,
  ]);
  expect([await readBooking(youngCancelledBookingId), await readBooking(youngPaidBookingId)]).toEqual([
    makeExpectedNames(),
    makeExpectedNames(),
  ]);
  const [bookingRow] = await query('SELECT status, price_cents, listing_id FROM booking WHERE id = $1', paidBookingId);
  expect(bookingRow).toMatchObject({ status: 'paid', price_cents: 86_800_000n });
});

it('leaves ids, amounts and states of an old event of the card provider', async () => {
  const insertEventSql = `INSERT INTO webhook_event (event_id, type, intent_id, payload, received_at, processed_at)
    VALUES ($1, 'payment_intent.succeeded', 'pi_1', $2, $3, now())`;
  const makeOutboxPayload = (id: string) => ({
    id,
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', amount: 5000, receipt_email: buyer.email, metadata: { attempt_id: 'a' } } },
  });
  const [oldEventId, youngEventId] = [`evt_${randomBytes(4).toString('hex')}`, `evt_${randomBytes(4).toString('hex')}`];
  await query(
    insertEventSql,
    oldEventId,
    JSON.stringify(makeOutboxPayload(oldEventId)),
    makeTimeAroundPeriodStart('providerEvent', 'older'),
  );
  await query(
    insertEventSql,
    youngEventId,
    JSON.stringify(makeOutboxPayload(youngEventId)),
    makeTimeAroundPeriodStart('providerEvent', 'younger'),
  );
  await expirePersonalData(server.context);
  const readBooking = async (id: string) =>
    (await query('SELECT payload FROM webhook_event WHERE event_id = $1', id))[0].payload;
  expect(await readBooking(oldEventId)).toMatchObject({
    id: oldEventId,
    data: { object: { id: 'pi_1', amount: 5000, metadata: { attempt_id: 'a' } } },
  });
  expect(JSON.stringify(await readBooking(oldEventId))).not.toContain(buyer.email);
  expect(await readBooking(youngEventId)).toEqual(makeOutboxPayload(youngEventId));
});

it('removes sessions, codes and export marks that ran out', async () => {
  const otherBuyer = await makeUser(server, 'Buyer');
  await query(
    'UPDATE session SET expires_at = $2 WHERE account_id = $1',
    otherBuyer.id,
    makeTimeAroundPeriodStart('expiredSession', 'older'),
  );
  const code = `INSERT INTO verification (id, identifier, value, expires_at) VALUES (gen_random_uuid(), $1, 'v', $2)`;
  await query(code, 'old', makeTimeAroundPeriodStart('expiredVerification', 'older'));
  await query(code, 'young', makeTimeAroundPeriodStart('expiredVerification', 'younger'));
  const insertExportSql = 'INSERT INTO personal_export (account_id, at) VALUES ($1, $2)';
  await query(insertExportSql, otherBuyer.id, makeTimeAroundPeriodStart('exportMark', 'older'));
  await query(insertExportSql, buyer.id, makeTimeAroundPeriodStart('exportMark', 'younger'));
  await expirePersonalData(server.context);
  expect(await query('SELECT id FROM session WHERE account_id = $1', otherBuyer.id)).toEqual([]);
  expect(await query('SELECT identifier FROM verification')).toEqual([{ identifier: 'young' }]);
  expect(await query('SELECT account_id FROM personal_export')).toEqual([{ account_id: buyer.id }]);
});

it('removes events of the security log that are too old', async () => {
  const insertEventSql = `INSERT INTO security_event (id, at, event, result, code, route, count)
    VALUES (gen_random_uuid(), $1, 'sign-in', 'refused', $2, '', 1)`;
  await query(insertEventSql, makeTimeAroundPeriodStart('securityEvent', 'older'), 'older');
  await query(insertEventSql, makeTimeAroundPeriodStart('securityEvent', 'younger'), 'younger');
  await expirePersonalData(server.context);
  expect(await query('SELECT code FROM security_event')).toEqual([{ code: 'younger' }]);
});

it('removes mails that were sent, and keeps those that are young or not sent', async () => {
  const insertMailAt = async (state: string, relativeAge: 'older' | 'younger'): Promise<string> => {
    const id = await makeClosedBooking(new Date());
    const text = 'UPDATE outbox SET state = $2, updated_at = $3 WHERE booking_id = $1';
    await query(text, id, state, makeTimeAroundPeriodStart('sentMail', relativeAge));
    return id;
  };
  const oldMailId = await insertMailAt('sent', 'older');
  const remainingMails = [await insertMailAt('sent', 'younger'), await insertMailAt('failed', 'older')];
  await expirePersonalData(server.context);
  const rows = await query('SELECT DISTINCT booking_id FROM outbox WHERE booking_id = ANY($1)', [
    oldMailId,
    ...remainingMails,
  ]);
  expect(new Set(rows.map(({ booking_id }) => String(booking_id)))).toEqual(new Set(remainingMails));
});

it('removes discrepancies that are long resolved, and none that is open or was repaired', async () => {
  const insertEventSql = `INSERT INTO discrepancy (id, kind, subject, state, evidence, first_seen_at, last_seen_at, closed_at)
    VALUES (gen_random_uuid(), 'of-retention', $1, $2, '{}', $3, $3, CASE WHEN $2 = 'open' THEN NULL ELSE $3::timestamptz END)`;
  for (const state of ['resolved', 'repaired', 'open']) {
    await query(insertEventSql, `old ${state}`, state, makeTimeAroundPeriodStart('resolvedDiscrepancy', 'older'));
  }
  await query(
    insertEventSql,
    'young resolved',
    'resolved',
    makeTimeAroundPeriodStart('resolvedDiscrepancy', 'younger'),
  );
  await expirePersonalData(server.context);
  const rows = await query("SELECT subject FROM discrepancy WHERE kind = 'of-retention' ORDER BY subject");
  expect(rows.map(({ subject }) => subject)).toEqual(['old open', 'old repaired', 'young resolved']);
  await query("DELETE FROM discrepancy WHERE kind = 'of-retention'");
});

it('removes old letters of a server without SMTP, and no other file', async () => {
  const folder = join(server.context.config.dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  const writeMailFile = async (name: string, relativeAge: 'older' | 'younger'): Promise<void> => {
    await writeFile(join(folder, name), 'x');
    await utimes(
      join(folder, name),
      makeTimeAroundPeriodStart('mailFile', relativeAge),
      makeTimeAroundPeriodStart('mailFile', relativeAge),
    );
  };
  await writeMailFile('old.eml', 'older');
  await writeMailFile('young.eml', 'younger');
  await writeMailFile('notes.txt', 'older');
  await expirePersonalData(server.context);
  const fileNames = await readdir(folder);
  expect(fileNames).toEqual(expect.arrayContaining(['young.eml', 'notes.txt']));
  expect(fileNames).not.toContain('old.eml');
});

it('changes nothing when it runs again', async () => {
  await makeClosedBooking(makeTimeAroundPeriodStart('cancelledBooking', 'older'));
  await expirePersonalData(server.context);
  const rowsBefore = await dumpRows(server);
  await expirePersonalData(server.context);
  expect(await dumpRows(server)).toEqual(rowsBefore);
});
