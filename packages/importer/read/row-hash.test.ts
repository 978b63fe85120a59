import { expect, test } from 'vitest';
import { chooseMapping } from '../guess/choose-mapping.ts';
import { createRowReader } from './read-row.ts';

const row = {
  ref: 'r1',
  title: 'Roma',
  brand: 'Ferrari',
  location: 'Bedok',
  resalePrice: '868000',
  yearOfPurchase: '2021',
  description: 'One owner.',
  registeredOn: '2021-03-04',
  fuel: 'petrol',
  omv: '100000',
  arfPaid: '120000',
  coePremium: '',
  mileageKm: '21000',
  doors: '2',
  coeRenewed: 'no',
};

function computeHash(fields: Readonly<Record<string, string>>): string {
  const header = Object.keys(fields);
  const { mapping, binding } = chooseMapping({ header, sample: [] }, 'carhouse');
  const context = { mapping, columns: binding.columns, width: header.length, today: '2026-11-22', isBrand: () => true };
  const rowResult = createRowReader(context)(Object.values(fields));
  if ('faults' in rowResult) throw new Error(JSON.stringify(rowResult.faults));
  return rowResult.hash;
}

// The expected hash must never change: a changed hash overwrites the listing, including all edits that its seller made
// on the site.
test('the hash of a row does not change when facts are added to the product', () => {
  const hash = '923f4ac72e2ce7ac4f9bcdfb0e0559d6e359e20294fbc7396199d1a12b76f289';
  expect(computeHash(row)).toBe(hash);
  expect(computeHash({ ...row, coeObtainedOn: '' })).toBe(hash);
});

test('a new or changed fact gives another hash', () => {
  const hashes = [row, { ...row, coeObtainedOn: '2021-02-17' }, { ...row, coeObtainedOn: '2021-02-03' }].map(
    computeHash,
  );
  expect(new Set(hashes).size).toBe(3);
});
