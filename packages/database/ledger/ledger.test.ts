import { randomUUID } from 'node:crypto';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerEntry, LedgerEntryId } from '@carhouse/domain/ledger/ledger-entry';
import { makeChargeEntry, makeSaleEntry } from '@carhouse/domain/ledger/payment-entries';
import { cents } from '@carhouse/domain/money/money';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStatement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import { runServerCheck } from '../reconciliation/own-checks.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { makeLedgerInsertStatement } from './ledger-entries.ts';
import { rebuildLedgerTotals, sumLedgerAccounts } from './ledger-totals.ts';

let db: TestDatabase;
let seller: AccountId;
let buyer: AccountId;
let bookingId: BookingId;

beforeAll(async () => {
  db = await makeTestDatabase();
  [seller, buyer] = [await makeAccount('Seller'), await makeAccount('Buyer')];
  const [car, booking] = [randomUUID(), randomUUID()];
  await db.pool.query(
    `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase,
       description, status, posted_at, updated_at)
     VALUES ($1, $2, 'Audi', 'A6', 'Bedok', 5000000, 3, 2023, '', 'available', now(), now())`,
    [car, seller],
  );
  await db.pool.query(
    `INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, brand, title, seller_name, seller_email,
       location, buyer_name, buyer_email, buyer_number, meeting_date, created_at)
     VALUES ($1, $2, $3, $4, 'unpaid', 5000000, 'Audi', 'A6', 's', 's@x.example', 'Bedok', 'b', 'b@x.example', '1', 'any', now())`,
    [booking, car, buyer, seller],
  );
  bookingId = booking as BookingId;
});
afterAll(() => db.close());

async function makeAccount(role: string): Promise<AccountId> {
  const id = randomUUID();
  await db.pool.query("INSERT INTO account (id, name, email, role) VALUES ($1, 'A person', $2, $3)", [
    id,
    `${id}@people.example`,
    role,
  ]);
  return id as AccountId;
}

/** The entries of a sale for five dollars. */
function makeChargeAndSale(): readonly LedgerEntry[] {
  const order = { bookingId, buyerId: buyer, sellerId: seller, amount: cents(500), currency: 'sgd' };
  return [makeChargeEntry(order, `pi_${randomUUID()}`), makeSaleEntry(order, randomUUID() as PaymentId)];
}

function saveEntries(entries: readonly LedgerEntry[]): Promise<void> {
  const entriesWithIds = entries.map((entry) => ({ id: randomUUID() as LedgerEntryId, ...entry }));
  return inTransaction(db.database, (trx) => runStatement(trx, makeLedgerInsertStatement(entriesWithIds, new Date())));
}

const refusal = (constraint: string): object => expect.objectContaining({ constraint });
const balances = async () =>
  Object.fromEntries((await sumLedgerAccounts(db.database)).map(({ account, balance }) => [account, balance]));

describe('the ledger', () => {
  it('refuses an entry whose postings do not sum to zero, and one without postings', async () => {
    const [charge] = makeChargeAndSale() as [LedgerEntry];
    const unbalancedEntry = { ...charge, postings: charge.postings.slice(0, 1) };
    await expect(saveEntries([unbalancedEntry])).rejects.toEqual(refusal('ledger_entry_sums_to_zero'));
    await expect(saveEntries([{ ...charge, postings: [] }])).rejects.toEqual(refusal('ledger_entry_sums_to_zero'));
  });

  it('refuses a posting that is added to a saved entry', async () => {
    await saveEntries(makeChargeAndSale());
    await expect(
      db.pool.query(
        `INSERT INTO ledger_posting (entry_id, line, account, currency, amount_cents)
         SELECT id, 3, 'loss', 'sgd', 1 FROM ledger_entry LIMIT 1`,
      ),
    ).rejects.toEqual(refusal('ledger_entry_sums_to_zero'));
  });

  it('refuses a fact that is recorded already, and keeps the first record', async () => {
    const sale = makeChargeAndSale();
    await saveEntries(sale);
    const before = await balances();
    await expect(saveEntries(sale)).rejects.toEqual(refusal('ledger_entry_cause_key'));
    expect(await balances()).toEqual(before);
  });

  it.each([
    'UPDATE ledger_entry SET at = now()',
    'DELETE FROM ledger_entry',
    'UPDATE ledger_posting SET amount_cents = 1',
    'DELETE FROM ledger_posting',
    'TRUNCATE ledger_posting',
    'TRUNCATE ledger_entry, ledger_posting',
  ])('is append-only: %s', async (changeSql) => {
    await saveEntries(makeChargeAndSale());
    await expect(db.pool.query(changeSql)).rejects.toEqual(refusal('ledger_append_only'));
  });

  it.each([
    ['provider_balance', 'with an owner'],
    ['seller_payable', 'without an owner'],
  ])('refuses the account %s %s', async (account) => {
    const [charge] = makeChargeAndSale() as [LedgerEntry];
    const postings = charge.postings.map((posting, index) =>
      index === 0
        ? { ...posting, account: account as 'seller_payable', ownerId: account === 'seller_payable' ? null : buyer }
        : posting,
    );
    await expect(saveEntries([{ ...charge, postings }])).rejects.toEqual(refusal('ledger_posting_owner_check'));
  });

  it('keeps totals that are the sums of the postings, with sixty sales at once of the same people', async () => {
    const before = await balances();
    await Promise.all(Array.from({ length: 60 }, () => saveEntries(makeChargeAndSale())));
    const after = await balances();
    expect(after.seller_payable).toBe((before.seller_payable ?? 0n) - 30_000n);
    expect(after.provider_balance).toBe((before.provider_balance ?? 0n) + 30_000n);
    expect(Object.values(after).reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
    expect(await runServerCheck(db.database, 'ledger-total-differs', new Date(), null)).toEqual([]);
  });

  it('finds a total that was changed, and rebuilds it', async () => {
    await saveEntries(makeChargeAndSale());
    const before = await balances();
    await db.pool.query("UPDATE ledger_balance SET balance_cents = balance_cents + 7 WHERE account = 'seller_payable'");
    const discrepancies = await runServerCheck(db.database, 'ledger-total-differs', new Date(), null);
    expect(discrepancies).toMatchObject([
      { kind: 'ledger-total-differs', subject: 'sgd', evidence: { accounts: [{ account: 'seller_payable' }] } },
    ]);
    expect(await inTransaction(db.database, rebuildLedgerTotals)).toBe(true);
    expect(await balances()).toEqual(before);
    expect(await inTransaction(db.database, rebuildLedgerTotals)).toBe(false);
    expect(await runServerCheck(db.database, 'ledger-total-differs', new Date(), null)).toEqual([]);
    await saveEntries(makeChargeAndSale());
    expect(await runServerCheck(db.database, 'ledger-total-differs', new Date(), null)).toEqual([]);
  });
});
