import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { readMigrations } from '../connection/migrate.ts';
import { runOnServer, withDatabase } from '../testing/maintenance.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const name = '0044-one-way-off-sale.sql';

it('a car that an admin of the operator withdrew before is hidden by the migration, and no other withdrawn car', async () => {
  const server = await makeTestDatabase();
  const database = `before_${randomBytes(6).toString('hex')}`;
  await server.pool.query(`CREATE DATABASE ${database} TEMPLATE template0`);
  const pool = new pg.Pool({ connectionString: withDatabase(server.url, database), max: 1 });
  try {
    const migrations = await readMigrations();
    const migrationIndex = migrations.findIndex((migration) => migration.name === name);
    for (const { sql } of migrations.slice(0, migrationIndex)) await pool.query(sql);
    const makePerson = async (role: string, isDemo = false): Promise<string> => {
      const id = randomUUID();
      await pool.query("INSERT INTO account (id, name, email, role, is_demo) VALUES ($1, 'A person', $2, $3, $4)", [
        id,
        `${id}@people.example`,
        role,
        isDemo,
      ]);
      return id;
    };
    const [seller, admin, demoAdmin] = [
      await makePerson('Seller'),
      await makePerson('admin'),
      await makePerson('admin', true),
    ];
    const car = async (...withdrawerIds: readonly string[]): Promise<string> => {
      const id = randomUUID();
      await pool.query(
        `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase,
           description, status, posted_at, updated_at)
         VALUES ($1, $2, 'Audi', 'A4', 'Bedok', 100000, 1, 2020, '', 'withdrawn', now(), now())`,
        [id, seller],
      );
      for (const [hour, actor] of withdrawerIds.entries()) {
        await pool.query(
          `INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id)
           VALUES ($1, now() + make_interval(hours => $2), $3, 'withdraw', 'listing', $4)`,
          [randomUUID(), hour, actor, id],
        );
      }
      return id;
    };
    const cars = {
      bySeller: await car(seller),
      byAdmin: await car(seller, admin),
      againBySeller: await car(admin, seller),
      byDemoAdmin: await car(demoAdmin),
      afterRefund: await car(),
    };
    await pool.query(migrations[migrationIndex]?.sql ?? '');
    const { rows } = await pool.query('SELECT id, status, hidden_from, hidden_reason FROM listing');
    const hidingRows = Object.entries(cars).map(([which, id]) => {
      const row = rows.find((each) => each.id === id);
      return [which, row.status, row.hidden_from, row.hidden_reason];
    });
    expect(hidingRows).toEqual([
      ['bySeller', 'withdrawn', null, null],
      ['byAdmin', 'hidden', 'available', 'No reason was given. Please write to an admin.'],
      ['againBySeller', 'withdrawn', null, null],
      ['byDemoAdmin', 'withdrawn', null, null],
      ['afterRefund', 'withdrawn', null, null],
    ]);
  } finally {
    await pool.end();
    await runOnServer(server.url, `DROP DATABASE ${database}`);
    await server.close();
  }
}, 60_000);
