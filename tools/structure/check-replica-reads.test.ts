import { expect, it } from 'vitest';
import { checkReplicaReads } from './check-replica-reads.ts';

const replicaReadLine = 'const rows = await context.readDatabase.read(({ pool }) => runPrepared(pool, listCars()));';
const makeImportLine = (folder: string) => `import { listCars } from '@carhouse/database/${folder}/cars';`;
const countFaults = (path: string, ...lines: string[]) => checkReplicaReads(path, lines.join('\n')).length;

it.each([
  'apps/server/payments/open-payment.ts',
  'apps/server/bookings/show-order.ts',
  'apps/server/ledger/show-books.ts',
  'apps/server/reservations/routes.ts',
  'apps/server/payouts/list-payouts.ts',
  'apps/server/overview/show-overview.ts',
  'apps/server/jobs/start-outbox.ts',
  'packages/database/payments/payments.ts',
  'packages/auth/sessions.ts',
])('%s may not name the handle of the replicas', (path) => {
  expect(countFaults(path, replicaReadLine)).toBe(1);
  expect(countFaults(path, 'type Own = ReadSource;')).toBe(1);
  expect(countFaults(path, 'const rows = await list(context.database);')).toBe(0);
});

it('what visitors see may, with queries of cars, advertisements, sellers and brands', () => {
  for (const folder of ['advertisements', 'listings', 'brands', 'sellers', 'connection'])
    expect(countFaults('apps/server/listings/list-brand.ts', makeImportLine(folder), replicaReadLine)).toBe(0);
  for (const folder of ['payments', 'bookings', 'ledger', 'reservations', 'accounts'])
    expect(countFaults('apps/server/listings/list-brand.ts', makeImportLine(folder), replicaReadLine)).toBe(1);
});

it('not in a file that writes', () => {
  const writeLine = 'await inTransaction(context.database, save);';
  expect(countFaults('apps/server/listings/publish-listing.ts', replicaReadLine, writeLine)).toBe(1);
  expect(countFaults('apps/server/listings/publish-listing.ts', writeLine)).toBe(0);
  expect(countFaults('apps/server/listings/list-brand.test.ts', replicaReadLine, writeLine)).toBe(0);
});
