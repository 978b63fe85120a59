import { readMigrations } from '@carhouse/database/connection/migrate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeOrderWithBank } from '../testing/bank-parts.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import { type OrderInParts, savePlan } from '../testing/price-parts.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/* Earlier versions kept the plan of an order that its seller marked as paid directly, with its expected bank part. */

let server: TestServer;
let introducerNode: Awaited<ReturnType<typeof openNodeInMode>>;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  introducerNode = await openNodeInMode(server, 'introducer');
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterEach(async () => {
  server.setClock(() => new Date());
  await assertAudits(server.context.pool);
});
afterAll(async () => {
  await introducerNode.closeNode();
  await server.close();
});

const planMismatchFault = 'a bank part counts without its confirmation, or does not fit its order';
const query = async (sql: string, ...values: unknown[]) => (await server.context.pool.query(sql, values)).rows;
const readOrder = async (caller: TestUser, { bookingId }: OrderInParts) =>
  (await call(introducerNode, caller, 'GET', `/api/v1/orders/${bookingId}`)).body;
const undoPayment = async ({ bookingId }: OrderInParts) =>
  (await call(introducerNode, seller, 'DELETE', `/api/v1/orders/${bookingId}/steps/paid-outside`)).status;

/**
 * Ends an order and restores its payment plan afterwards, because earlier versions of the program did not remove the
 * plan.
 */
async function endOrderWithPlan({ bookingId }: OrderInParts, endOrder: () => Promise<{ readonly status: number }>) {
  const readRows = async (table: string) =>
    (await query(`SELECT json_agg(t)::text AS rows FROM ${table} t WHERE booking_id = $1`, bookingId))[0].rows;
  const parts = await readRows('payment_part');
  const bankParts = await readRows('bank_part');
  expect((await endOrder()).status).toBe(200);
  const client = await server.context.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query('DELETE FROM bank_part WHERE booking_id = $1', [bookingId]);
    await client.query('DELETE FROM payment_part WHERE booking_id = $1', [bookingId]);
    await client.query('INSERT INTO payment_part SELECT * FROM json_populate_recordset(NULL::payment_part, $1)', [
      parts,
    ]);
    await client.query('INSERT INTO bank_part SELECT * FROM json_populate_recordset(NULL::bank_part, $1)', [bankParts]);
    await client.query('UPDATE booking SET in_parts = true WHERE id = $1', [bookingId]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const markPaid = ({ bookingId }: OrderInParts) =>
  call(introducerNode, seller, 'POST', `/api/v1/orders/${bookingId}/steps`, { step: 'paid-outside' });

/**
 * Makes an order that was marked as paid directly and kept its payment plan. The order has a cancelled charge for the first
 * part of the plan.
 */
async function makeMarkedOrder(): Promise<OrderInParts> {
  const order = await makeOrderWithBank(server, seller, [40_000], 60_000);
  const chargeAnswer = await call(server, order.buyer, 'POST', '/api/create-payment-intent', {
    paymentId: order.bookingId,
  });
  expect(chargeAnswer.status).toBe(200);
  // The charge holds the car for 15 minutes.
  server.setClock(() => new Date(Date.now() + 16 * 60_000));
  await endOrderWithPlan(order, () => markPaid(order));
  return order;
}

/** Runs the statements of migration 0069 that change rows of earlier versions. */
async function runMigration(): Promise<void> {
  const migration = (await readMigrations()).find(({ name }) => name.startsWith('0069'));
  const rowChangesSql = migration?.sql.slice(migration.sql.indexOf('DO $$')) ?? '';
  await query(`BEGIN; ${rowChangesSql} COMMIT`);
}

describe('a plan that an earlier version kept', () => {
  it('ends by the migration when the order was marked as paid directly, and the mark can be taken back', async () => {
    const order = await makeMarkedOrder();
    await assertAudits(server.context.pool, [planMismatchFault]);
    await runMigration();
    await assertAudits(server.context.pool);
    expect(await readOrder(order.buyer, order)).toMatchObject({ status: 'paid', inParts: false, bankPart: null });
    expect(await query('SELECT number, replaced_at FROM payment_part WHERE booking_id = $1', order.bookingId)).toEqual([
      { number: 1, replaced_at: expect.any(Date) },
    ]);
    expect(await undoPayment(order)).toBe(200);
    expect(await readOrder(order.buyer, order)).toMatchObject({ status: 'unpaid', inParts: false });
    const path = `/api/v1/bookings/${order.bookingId}/payment-plan`;
    expect((await call(server, order.buyer, 'PUT', path, { amounts: [50_000], bank: 50_000 })).status).toBe(200);
    expect(await readOrder(order.buyer, order)).toMatchObject({ inParts: true, bankPart: { state: 'expected' } });
  });

  it('ends by the migration when the order was cancelled, which the audit of its entries accepts', async () => {
    const order = await makeOrderWithBank(server, seller, [40_000], 60_000);
    const cancel = async () => {
      expect((await savePlan(server, order.buyer, order.bookingId, [100_000])).status).toBe(200);
      return call(server, order.buyer, 'POST', `/api/v1/bookings/${order.bookingId}/cancellation`, {});
    };
    await endOrderWithPlan(order, cancel);
    await assertAudits(server.context.pool, [planMismatchFault]);
    await runMigration();
    expect(await readOrder(order.buyer, order)).toMatchObject({ status: 'cancelled', bankPart: { state: 'closed' } });
  });

  it('ends when the seller takes the mark back after the buyer has left', async () => {
    const order = await makeMarkedOrder();
    const admin = await makeUser(server, 'admin');
    expect((await call(server, admin, 'DELETE', `/api/Buyer/${order.buyer.id}`)).status).toBe(200);
    expect(await undoPayment(order)).toBe(200);
    expect(await readOrder(seller, order)).toMatchObject({ status: 'cancelled', bankPart: { state: 'closed' } });
    const entries = await query(
      "SELECT action, actor_id FROM audit_entry WHERE noun = 'bank_part' AND after ->> 'bookingId' = $1",
      order.bookingId,
    );
    expect(entries).toEqual([{ action: 'end-unpaid', actor_id: seller.id }]);
  });

  it('stays when nobody has marked the order as paid', async () => {
    const order = await makeOrderWithBank(server, seller, [40_000], 60_000);
    await runMigration();
    expect(await readOrder(order.buyer, order)).toMatchObject({ inParts: true, bankPart: { state: 'expected' } });
  });
});
