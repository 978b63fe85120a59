import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { deleteOldChanges, requestFullReload } from './listing-changes.ts';
import { readChanges, readStock, readStockPosition, type StockRow, stockColumns, streamStock } from './stock.ts';

let db: TestDatabase;
let reader: pg.Client;
let seller: string;
let cursor: string;

beforeAll(async () => {
  db = await makeTestDatabase();
  reader = new pg.Client({ connectionString: db.url });
  await reader.connect();
});
beforeEach(async () => {
  seller = await makeSeller();
  cursor = (await readStream()).cursor;
});
afterAll(async () => {
  await reader.end();
  await db.close();
});

async function makeSeller(): Promise<string> {
  const id = randomUUID();
  await db.pool.query("INSERT INTO account (id, name, email, role) VALUES ($1, 'Seller One', $2, 'Seller')", [
    id,
    `${id}@people.example`,
  ]);
  return id;
}

async function makeCars(count: number, status = 'available', to: pg.Pool | pg.PoolClient = db.pool): Promise<string[]> {
  const { rows } = await to.query<{ id: string }>(
    `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description,
       status, posted_at, updated_at)
     SELECT gen_random_uuid(), $1, 'Audi', 'A' || n, 'Bedok', 100000, 1, 2020, '', $2, now(), now() FROM generate_series(1, $3) n
     RETURNING id`,
    [seller, status, count],
  );
  return rows.map(({ id }) => id);
}

async function readStream(): Promise<{ rows: StockRow[]; cursor: string }> {
  const rows: StockRow[] = [];
  const { cursor: startCursor } = await readStockPosition(reader);
  await streamStock(reader, () => (row) => rows.push(row));
  return { cursor: startCursor, rows };
}

/** Returns the cars that changed since the last call. */
async function readChangedIds(): Promise<string[]> {
  const changes = await readChanges(reader, cursor);
  cursor = changes.cursor;
  expect(changes.mustReadEverything).toBe(false);
  return [...changes.ids].sort();
}

const changeListing = (sql: string, id: string) => db.pool.query(`UPDATE listing SET ${sql} WHERE id = $1`, [id]);

describe('the stream of the stock', () => {
  it('has each car on offer with its columns as they stand, whatever characters are in them', async () => {
    const [id = ''] = await makeCars(1);
    const hostileText = 'tab\there, line\nbreak\r\n, back\\slash \\N \\t, "quotes", é 车 🚗,\u2028';
    await db.pool.query('UPDATE listing SET description = $2, variant = $3 WHERE id = $1', [id, hostileText, '\\N']);
    await db.pool.query(
      `UPDATE listing SET mileage_km = 12000, coe_expires_on = '1970-01-03', coe_renewed = false, posted_at = '2026-01-01 00:00:00.123456+00'
       WHERE id = $1`,
      [id],
    );
    const row = (await readStream()).rows.find(([rowId]) => rowId === id) ?? [];
    const car = Object.fromEntries(stockColumns.map((name, index) => [name, row[index]]));
    expect(row).toHaveLength(stockColumns.length);
    expect(car).toEqual({
      id,
      share_group: seller,
      seller_kind: 'private',
      verified: 'f',
      posted_at: '1767225600123456',
      price_cents: '100000',
      year_of_purchase: '2020',
      years_of_use: '1',
      mileage_km: '12000',
      owners: null,
      seats: null,
      arf_paid_cents: null,
      coe_category: null,
      engine_cc: null,
      omv_cents: null,
      power_kw: null,
      registered_on: null,
      coe_obtained_on: null,
      coe_expires_on: '2',
      coe_renewed: 'f',
      brand: 'Audi',
      title: 'A1',
      variant: '\\N',
      body: null,
      colour: null,
      fuel: null,
      transmission: null,
      location: 'Bedok',
      description: hostileText,
      newest_at: '1767225600123456',
    });
    expect(await readStock(reader, [id, randomUUID()])).toEqual([row]);
  });

  it('leaves out what nobody may buy', async () => {
    const [carOnOffer = ''] = await makeCars(1);
    const idsNotOnOffer = [
      ...(await makeCars(1, 'draft')),
      ...(await makeCars(1, 'sold')),
      ...(await makeCars(1, 'withdrawn')),
    ];
    const ids = (await readStream()).rows.map(([id]) => id);
    expect(ids).toContain(carOnOffer);
    for (const id of idsNotOnOffer) expect(ids).not.toContain(id);
    await db.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [seller]);
    expect((await readStream()).rows.map(([id]) => id)).not.toContain(carOnOffer);
    expect(await readStock(reader, [carOnOffer])).toEqual([]);
  });

  it('throws what its reader throws, and can be read again', async () => {
    await makeCars(3);
    const readerError = new Error('of the reader');
    const streamPromise = streamStock(reader, () => () => {
      throw readerError;
    });
    await expect(streamPromise).rejects.toBe(readerError);
    expect((await readStream()).rows.length).toBeGreaterThan(2);
  });
});

describe('the log of changes', () => {
  it('names the cars that came, changed and went, and no other one', async () => {
    const [car = '', otherCar = ''] = await makeCars(2);
    expect(await readChangedIds()).toEqual([car, otherCar].sort());
    expect(await readChangedIds()).toEqual([]);
    await changeListing('resale_price_cents = 5', car);
    expect(await readChangedIds()).toEqual([car]);
    await changeListing("status = 'sold'", car);
    await changeListing("status = 'withdrawn'", otherCar);
    expect(await readChangedIds()).toEqual([car, otherCar].sort());
    const [draft = ''] = await makeCars(1, 'draft');
    await changeListing('resale_price_cents = 7', draft);
    await db.pool.query('DELETE FROM listing WHERE id = $1', [draft]);
    expect(await readChangedIds()).toEqual([]);
    await changeListing("status = 'available'", otherCar);
    expect(await readChangedIds()).toEqual([otherCar]);
    await changeListing('updated_at = now()', otherCar);
    await changeListing('original_price_cents = 8', otherCar);
    expect(await readChangedIds()).toEqual([]);
    await db.pool.query('DELETE FROM listing WHERE id = $1', [otherCar]);
    expect(await readChangedIds()).toEqual([otherCar]);
  });

  it('names the cars of a seller whose account status has changed', async () => {
    const cars = (await makeCars(3)).sort();
    await makeCars(1, 'draft');
    await readChangedIds();
    const updateAccount = (sql: string) => db.pool.query(`UPDATE account SET ${sql} WHERE id = $1`, [seller]);
    for (const sql of ['verified_at = now()', "seller_kind = 'dealer'", "status = 'suspended'", "status = 'active'"]) {
      await updateAccount(sql);
      expect(await readChangedIds(), sql).toEqual(cars);
    }
    for (const sql of ["name = 'Seller Two'", "verified_at = now() + interval '1 day'", 'number = null']) {
      await updateAccount(sql);
      expect(await readChangedIds(), sql).toEqual([]);
    }
  });

  it('finds what commits late, in whatever order the transactions began, and is not held up by an open one', async () => {
    const [earlyConnection, lateConnection, abortedConnection] = [
      await db.pool.connect(),
      await db.pool.connect(),
      await db.pool.connect(),
    ];
    const addCarInTransaction = async (client: pg.PoolClient) => {
      await client.query('BEGIN');
      return makeCars(1, 'available', client);
    };
    const idsCommittedLast = await addCarInTransaction(earlyConnection);
    const idsCommittedFirst = await addCarInTransaction(lateConnection);
    const rolledBackIds = await addCarInTransaction(abortedConnection);
    await lateConnection.query('COMMIT');
    expect(await readChangedIds()).toEqual(idsCommittedFirst);
    expect(await readChangedIds()).toEqual([]);
    await earlyConnection.query('COMMIT');
    const idsAddedLater = await makeCars(1);
    expect(await readChangedIds()).toEqual([...idsCommittedLast, ...idsAddedLater].sort());
    await abortedConnection.query('ROLLBACK');
    expect(await readChangedIds()).toEqual([]);
    expect(await readStock(reader, rolledBackIds)).toEqual([]);
    for (const client of [earlyConnection, lateConnection, abortedConnection]) client.release();
  });

  it('goes on exactly where the stream has ended, also for what was being written meanwhile', async () => {
    const writingConnection = await db.pool.connect();
    await writingConnection.query('BEGIN');
    const uncommittedIds = await makeCars(1, 'available', writingConnection);
    const streamResult = await readStream();
    expect(streamResult.rows.map(([id]) => id)).not.toContain(uncommittedIds[0]);
    await writingConnection.query('COMMIT');
    writingConnection.release();
    cursor = streamResult.cursor;
    expect(await readChangedIds()).toEqual(uncommittedIds);
  });

  it('takes a car that is listed while its seller is being verified', async () => {
    const admin = await db.pool.connect();
    await admin.query('BEGIN');
    await admin.query('UPDATE account SET verified_at = now() WHERE id = $1', [seller]);
    const cars = await makeCars(1);
    expect(await readChangedIds()).toEqual(cars);
    await admin.query('COMMIT');
    admin.release();
    expect(await readChangedIds()).toEqual(cars);
  });

  it('says when an admin has taken a car or a seller from the site, and not for other changes', async () => {
    const [car = '', otherCar = '', soldCar = ''] = await makeCars(3);
    const readTakenDown = async (): Promise<boolean> => {
      const changes = await readChanges(reader, cursor);
      cursor = changes.cursor;
      return changes.takenDown;
    };
    expect(await readTakenDown()).toBe(false);
    await changeListing("status = 'withdrawn'", otherCar);
    expect(await readTakenDown()).toBe(false);
    await changeListing("status = 'hidden', hidden_from = 'available', hidden_reason = 'A fake.'", car);
    expect(await readTakenDown()).toBe(true);
    await changeListing("status = 'available', hidden_from = NULL, hidden_reason = NULL", car);
    expect(await readTakenDown()).toBe(false);
    // A car that its seller marked as sold is still public.
    await changeListing("status = 'sold'", soldCar);
    expect(await readTakenDown()).toBe(false);
    await changeListing("status = 'hidden', hidden_from = 'withdrawn', hidden_reason = 'A fake.'", soldCar);
    expect(await readTakenDown()).toBe(true);
    await db.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [seller]);
    expect(await readTakenDown()).toBe(true);
    await db.pool.query("UPDATE account SET status = 'active' WHERE id = $1", [seller]);
    expect(await readTakenDown()).toBe(false);
    // When users delete their own account, the cached pages of all visitors must not be dropped.
    await db.pool.query("UPDATE account SET status = 'deleted' WHERE id = $1", [seller]);
    expect(await readTakenDown()).toBe(false);
  });

  it('says that all listings must be read when an admin requests it, and when the database was restored', async () => {
    await requestFullReload(db.database);
    expect(await readChanges(reader, cursor)).toMatchObject({ mustReadEverything: true, ids: [], count: 1 });
    const cursorOfFuture = '900000000:900000000:';
    expect(await readChanges(reader, cursorOfFuture)).toMatchObject({ mustReadEverything: true });
  });

  it('keeps an import of thousands of cars fast: one statement writes one batch', async () => {
    const cars = await makeCars(10_000);
    expect((await readChangedIds()).length).toBe(cars.length);
    const { rows } = await db.pool.query(
      'SELECT count(DISTINCT xid)::int AS transactions FROM listing_change WHERE listing_id = ANY ($1)',
      [cars],
    );
    expect(rows).toEqual([{ transactions: 1 }]);
  });

  it('is forgotten after a while, from its beginning on', async () => {
    await makeCars(2);
    const count = async () =>
      (await db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM listing_change')).rows[0]?.n;
    await deleteOldChanges(db.database, new Date(Date.now() - 60_000));
    expect(await count()).toBeGreaterThan(0);
    await deleteOldChanges(db.database, new Date(Date.now() + 60_000));
    expect(await count()).toBe(0);
    await makeCars(1);
    expect(await count()).toBe(1);
  });
});
