import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { expect, it } from 'vitest';
import { missingFacts } from './missing-facts.ts';

const known = { arfPaid: 30_000, coeObtainedOn: null, registeredOn: '2021-03-18', coeExpiresOn: '2031-03-18' };

function missing(facts: Partial<ListingDetail['facts']>): string | null {
  return missingFacts({ facts: { coeRenewed: null, ...known, ...facts } as ListingDetail['facts'] });
}

it('names only what the depreciation needs and the seller has not entered', () => {
  expect(missing({})).toBeNull();
  expect(missing({ arfPaid: null })).toBe('the ARF paid');
  expect(missing({ coeExpiresOn: null })).toBe('the end of the COE');
  expect(missing({ arfPaid: null, registeredOn: null, coeExpiresOn: null })).toBe(
    'the ARF paid, the day of registration and the end of the COE',
  );
  // A renewed COE has no PARF rebate, so the ARF does not matter.
  expect(missing({ arfPaid: null, coeRenewed: true })).toBeNull();
});
