import { existsSync, readFileSync } from 'node:fs';
import { findMakeInTitle, findMakeName, makeKey, spellUnknownMake } from '@carhouse/domain/brand/brand-spellings';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractTitleNotes } from '../guess/title-notes.ts';
import type { RowFields } from '../read/field.ts';
import { draftListing } from './draft-listing.ts';

const context = {
  mapping: { defaultLocation: 'Singapore', impliedFuel: 'petrol' },
  today: '2026-11-20',
  isBrand: () => false,
} as const;

function draft(fields: Partial<RowFields>) {
  return draftListing(
    {
      ref: '1',
      title: 'Audi Q5 2.0A',
      brand: 'audi',
      resalePrice: 100n as RowFields['resalePrice'],
      registeredOn: '2016-04-21',
      ...fields,
    },
    context,
  );
}

function facts(fields: Partial<RowFields>) {
  return draft(fields).draft?.facts;
}

describe('the notes of a title', () => {
  test.each([
    ['Audi Q5 2.0A (COE till 09/2030)', 'Audi Q5 2.0A', { year: 2030, month: 9 }, false, false],
    ['Mazda 3 1.5A (OPC)', 'Mazda 3 1.5A', null, false, true],
    ['Mercedes-Benz B180 (New 5-year COE)', 'Mercedes-Benz B180', null, true, false],
    ['Honda Fit (New 10-yr COE) (OPC)', 'Honda Fit', null, true, true],
    ['Volvo V40 (Facelift)', 'Volvo V40 (Facelift)', null, false, false],
    ['Kia (COE till 13/2030)', 'Kia (COE till 13/2030)', null, false, false],
  ])('are lifted out of %j', (fullTitle, title, coeTill, hasNewCoeNote, hasOffPeakNote) => {
    expect(extractTitleNotes(fullTitle)).toEqual({ title, coeTill, hasNewCoeNote, hasOffPeakNote });
  });
});

describe('the end of the COE', () => {
  test('is ten years from the registration, and the COE is the first', () => {
    expect(facts({})).toMatchObject({ coeExpiresOn: '2026-04-20', coeRenewed: false });
  });

  test('is the last day of the month that the title names, and a COE after the first one is renewed', () => {
    const title = 'Audi Q5 (COE till 09/2030)';
    expect(facts({ title })).toMatchObject({ coeExpiresOn: '2030-09-30', coeRenewed: true });
  });

  test('in the month of the first COE is no renewal', () => {
    const title = 'Mercedes-Benz 280 (COE till 11/2028)';
    expect(facts({ title, registeredOn: '2018-11-27' })).toMatchObject({ coeRenewed: false });
  });

  test('is unknown where the title only says that the COE is new', () => {
    expect(facts({ title: 'Audi Q5 (New 10-yr COE)' })).toMatchObject({ coeExpiresOn: null, coeRenewed: true });
  });

  test('is not the end of the lifespan', () => {
    const vanDraft = draft({ lifespanEndsOn: '2036-04-20' }).draft;
    expect(vanDraft?.facts.coeExpiresOn).toBe('2026-04-20');
    expect(vanDraft?.description).toBe('Statutory lifespan ends on 20 April 2036.');
  });
});

describe('the fuel of a row without a fuel', () => {
  test.each([
    ['Audi Q5 2.0A', 1998, 'petrol'],
    ['Toyota Vellfire Hybrid 2.5A', 2500, 'hybrid'],
    ['Mazda 3 Mild Hybrid 1.5A', 1500, 'petrol'],
    ['Renault Grand Scenic Diesel 1.5A', 1500, 'diesel'],
    ['Tesla Model 3', undefined, null],
  ])('%s of %s cc: %s', (title, engineCc, fuel) => {
    expect(facts({ title, ...(engineCc === undefined ? {} : { engineCc }) })?.fuel).toBe(fuel);
  });
});

describe('the description', () => {
  test('joins the texts, gives sentences their capitals, and leaves out repetitions and link words', () => {
    const fields = {
      title: 'Audi Q5 (OPC)',
      description: 'one owner. full service! call.',
      features: '2.0l engine, 6 speed. view specs of the audi q5',
      accessories: '2.0l engine, 6 speed.',
    };
    expect(draft(fields).draft?.description).toBe(
      'One owner. Full service! Call.\n\nFeatures: 2.0l engine, 6 speed.\n\nOff-peak car.',
    );
  });

  test('keeps its capitals', () => {
    expect(draft({ description: 'view it. COE paid' }).draft?.description).toBe('view it. COE paid');
  });
});

describe('a row is rejected', () => {
  test.each([
    ['resalePrice', { resalePrice: undefined }, 'is empty; expected a price such as 88,000'],
    ['title', { title: '(OPC)' }, 'is empty; expected the name of the car, such as Audi Q5 2.0A'],
    ['title', { title: 'x'.repeat(121) }, 'is longer than 120 characters'],
    [
      'brand',
      { brand: undefined, title: 'Nameless 2.0A' },
      'is empty, and the title does not begin with a known make; expected a make such as Audi',
    ],
    ['registeredOn', { registeredOn: '2026-11-21' }, 'lies in the future'],
    ['manufacturedYear', { manufacturedYear: 2017 }, 'is after the registration on 21 April 2016'],
    ['title', { title: 'Audi Q5 (COE till 09/2012)' }, 'has a COE that ends before the registration'],
    [
      'yearOfPurchase',
      { registeredOn: undefined },
      'is not given, nor is a registration or a year of manufacture; expected a year such as 2017',
    ],
  ])('for its %s: %o %s', (field, fields, expectedReason) => {
    const draftResult = draft(fields as Partial<RowFields>);
    expect(draftResult).toEqual({ draft: undefined, faults: [{ field, reason: expectedReason }], warnings: [] });
  });
});

const aliasesUrl = new URL('../../../../shared/data/scale-unified/make_aliases.csv', import.meta.url);

describe('a make', () => {
  test('has one brand in every spelling of eight feeds', (context) => {
    if (!existsSync(aliasesUrl)) context.skip('the list of spellings is not beside this checkout (../shared)');
    const rows: { canonical: string; raw: string }[] = parse(readFileSync(aliasesUrl), { columns: true });
    const rowsWithMake = rows.filter((row) => row.canonical !== '');
    expect(rowsWithMake.filter((row) => makeKey(row.raw) !== makeKey(row.canonical))).toEqual([]);
  });

  test.each([
    ['B.M.W.', 'BMW'],
    ['vw', 'Volkswagen'],
    ['mercedes benz', 'Mercedes-Benz'],
    ['MERCEDES', 'Mercedes-Benz'],
    ['rolls royce', 'Rolls-Royce'],
    ['Land', 'Land Rover'],
    ['land-rover', 'Land Rover'],
    ['Aston', 'Aston Martin'],
    ['alfa_romeo', 'Alfa Romeo'],
    ['M.G.', 'MG'],
    ['Citroën', 'Citroen'],
    ['ŠKODA', 'Skoda'],
    ['DS Automobiles', 'DS'],
    ['mini', 'MINI'],
  ])('%s is %s', (spelling, name) => {
    expect(findMakeName(makeKey(spelling))).toBe(name);
  });

  test.each([
    ['Mercedes-Benz C-Class C180', 'Mercedes-Benz'],
    ['Land Rover Defender 110', 'Land Rover'],
    ['Rolls Royce Ghost', 'Rolls-Royce'],
    ['MINI Cooper S', 'MINI'],
    ['VW Golf', 'Volkswagen'],
    ['Aston Martin DB11', 'Aston Martin'],
  ])('is found at the start of %s', (title, name) => {
    expect(findMakeName(makeKey(findMakeInTitle(title, () => false) ?? ''))).toBe(name);
  });

  test('that only the server has is found in a title', () => {
    expect(findMakeInTitle('Zonk 2000', (brandKey) => brandKey === 'zonk')).toBe('Zonk');
    expect(findMakeInTitle('Zonk 2000', () => false)).toBeUndefined();
  });

  test('that is unknown keeps the spelling of the title', () => {
    expect(spellUnknownMake('sc', 'SC Neustar')).toBe('SC');
    expect(spellUnknownMake('golden wheel', 'Bus 12')).toBe('Golden Wheel');
  });

  test('has one key in any case and with any spaces and punctuation', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Rolls-Royce', 'Mercedes-Benz', 'Land Rover'),
        fc.constantFrom(' ', '-', '_', ''),
        fc.boolean(),
        (make, wordSeparator, isUpperCase) => {
          const respelledMake = make.replace(/[ -]/, wordSeparator);
          expect(makeKey(isUpperCase ? respelledMake.toUpperCase() : respelledMake)).toBe(makeKey(make));
        },
      ),
    );
  });
});
