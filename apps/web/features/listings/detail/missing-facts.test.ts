import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { expect, it } from 'vitest';
import { classifyUnknownDepreciation, type UnknownDepreciation } from './missing-facts.ts';

const knownFacts = { arfPaid: 30_000, coeObtainedOn: null, registeredOn: '2021-03-18', coeExpiresOn: '2031-03-18' };

function findReason(facts: Partial<ListingDetail['facts']>, coeYearsLeft: number | null = 4.3): UnknownDepreciation {
  return classifyUnknownDepreciation({
    coeYearsLeft,
    facts: { coeRenewed: null, ...knownFacts, ...facts } as ListingDetail['facts'],
  });
}

it('names only what the depreciation needs and the seller has not entered', () => {
  expect(findReason({ arfPaid: null })).toEqual({ kind: 'missing', factNamesText: 'the ARF paid' });
  expect(findReason({ coeExpiresOn: null }, null)).toEqual({ kind: 'missing', factNamesText: 'the end of the COE' });
  expect(findReason({ arfPaid: null, registeredOn: null, coeExpiresOn: null }, null)).toEqual({
    kind: 'missing',
    factNamesText: 'the ARF paid, the day of registration and the end of the COE',
  });
});

it('says that the COE has ended, also when facts are missing', () => {
  expect(findReason({}, 0)).toEqual({ kind: 'ended' });
  expect(findReason({ arfPaid: null, registeredOn: null }, 0)).toEqual({ kind: 'ended' });
});

it('says that no rule applies when all facts are known and the COE has not ended', () => {
  expect(findReason({ registeredOn: '1990-01-01' })).toEqual({ kind: 'noRule' });
  // A renewed COE has no PARF rebate, so the ARF does not matter.
  expect(findReason({ arfPaid: null, coeRenewed: true })).toEqual({ kind: 'noRule' });
});
