import { describe, expect, it } from 'vitest';
import { listAppliedFilters } from './applied-parts.ts';
import { explainNearest, haveNearestMatches, makeSimilarSearch } from './explain-nearest.ts';
import { describeCorrections, explainSearch } from './explain-search.ts';
import { formatRange } from './value-names.ts';

describe('what a question was taken for', () => {
  it('is said in sentences: notes, the order, phrases, and words that were not used', () => {
    const search = {
      said: 'cheap suv with sunroof, reliable',
      body: ['SUV'],
      maxPrice: 98_800,
      fromText: 'body.maxPrice.prefer',
      prefer: 'sunroof|~boot',
      notes: 'cheapest quarter',
      dropped: 'reliable',
    };
    expect(explainSearch(search, false)).toEqual([
      'The lowest prices are meant: the cheapest quarter of the cars that fit the rest, up to $98,800.',
      'Also looked for: sunroof, boot. The cars that say so come first.',
      'Not used: reliable.',
    ]);
    const orderedSearch = {
      sort: '-coe' as const,
      said: 'coe renewed',
      fromText: 'sort',
      notes: 'no renewed COE|__proto__',
    };
    expect(explainSearch(orderedSearch, false)).toEqual([
      'No car on sale is marked as having a renewed COE.',
      'Order: COE left, longest first.',
    ]);
    // The nearest cars are not in the order of the search.
    expect(explainSearch(orderedSearch, true)).toEqual(['No car on sale is marked as having a renewed COE.']);
    const { maxPrice: _maxPrice, prefer: _prefer, ...searchWithoutFilters } = search;
    expect(explainSearch(searchWithoutFilters, false)).toEqual(['Order: Newest first.', 'Not used: reliable.']);
    expect(explainSearch({ brand: ['Tesla'] }, false)).toEqual([]);
  });

  it('says what a situation puts first, synonyms together, and what no description says', () => {
    const search = {
      said: 'first car with sunroof and hud',
      fromText: 'prefer',
      prefer: 'sunroof;glass roof|~is:small|~is:__proto__',
      notes: 'not stated:“hud”',
    };
    expect(explainSearch(search, false)).toEqual([
      'No description of these cars says “hud”.',
      'Cars that fit most of this come first: small models (easy to drive and to park); a description that says: sunroof or glass roof. Of cars that fit equally, the cheapest come first.',
    ]);
    expect(explainSearch({ ...search, prefer: '~is:high', notes: 'luxury' }, false)).toEqual([
      'Premium makes and models are meant.',
      'SUVs, MPVs and tall hatchbacks with five seats or more, whose seats are easy to reach come first, the cheapest before the others.',
    ]);
    // A search for hybrids has no diesels.
    const frugalSearch = { said: 'hybrid for malaysia', fromText: 'fuel.prefer', prefer: '~is:frugal' };
    expect(explainSearch({ ...frugalSearch, fuel: ['hybrid', 'plug-in hybrid', 'electric'] }, false)).toEqual([
      'Hybrids (few stops) come first, the cheapest before the others.',
    ]);
    expect(explainSearch({ ...frugalSearch, fuel: ['hybrid', 'diesel'] }, false)[0]).toContain('Hybrids and diesels');
    // In an order that the visitor chose, the preferred cars do not come first.
    expect(explainSearch({ ...search, notes: '', sort: 'price' }, false)).toEqual([]);
  });

  it('says when no car is of the kind that a question puts first', () => {
    expect(explainSearch({ said: 'sedan boot big', notes: 'none of kind:roomy' }, false)).toContain(
      'None of these are estates, MPVs and SUVs with a large boot.',
    );
  });

  it('names with what cars are compared', () => {
    const explain = (notes: string) =>
      explainSearch({ said: 'like a jazz', fromText: 'body', notes, sort: 'price' }, true);
    expect(explain('like an absent model:Honda Jazz|newer half:2021')).toEqual([
      'No Honda Jazz is on sale. Cars of the same class are meant, of any make.',
      'Newer is taken as bought in 2021 or later, as half of these cars are.',
    ]);
    expect(explain('less driven half:64300')[0]).toContain('at most 64,300 km');
  });

  it('names the places that descriptions say, without the mark of the phrase', () => {
    const search = { said: 'melaka trip', fromText: 'prefer', prefer: '~is:frugal|~says:malacca;melaka' };
    expect(explainSearch(search, false)[0]).toContain('a description that says: malacca or melaka');
  });

  it('says how fuel-efficient is understood, and what was read in descriptions', () => {
    const efficientSearch = { said: 'fuel efficient', fromText: 'fuel', notes: 'fuel efficient' };
    expect(
      explainSearch({ ...efficientSearch, fuel: ['electric', 'hybrid', 'plug-in hybrid'], sort: 'price' }, true),
    ).toEqual(['Fuel-efficient is taken as hybrid or electric: no car states its consumption.']);
    expect(explainSearch({ ...efficientSearch, fuel: ['petrol', 'hybrid'] }, true)).toEqual([]);
    expect(explainSearch({ ...efficientSearch, fuel: ['petrol', 'hybrid'], sort: 'roadTax' }, true)).toEqual([
      'No car states its consumption, so petrol cars and hybrids of the lowest road tax, which have the smallest engines, come first.',
    ]);
    expect(explainSearch({ prefer: 'sunroof;glass roof', preferOnly: '1', said: 'got sunroof' }, false)).toEqual([
      'Read in the descriptions of sellers: sunroof or glass roof.',
    ]);
    expect(explainSearch({ prefer: 'sunroof|leather', preferOnly: '1', said: 'sunroof and leather' }, false)).toEqual([
      'Read in the descriptions of sellers: sunroof, leather. Cars with most of these come first; a car needs only one of them.',
    ]);
    const golfSearch = { prefer: '~is:roomy|~says:golf bags', said: 'golf bags', fromText: 'prefer' };
    expect(explainSearch(golfSearch, false)[0]).toContain('come first: a description that says: golf bags; estates');
  });

  it('names a kind that each car must be of as a filter, and only the other phrases as an order', () => {
    const smallSearch = {
      prefer: 'is:small|~by:depreciation',
      preferOnly: '1',
      said: 'small first car',
      fromText: 'prefer',
    } as const;
    expect(explainSearch(smallSearch, false)).toEqual(['The lowest depreciation a year comes first.']);
    expect(explainSearch({ ...smallSearch, prefer: 'is:small' }, false)).toEqual([]);
    expect(listAppliedFilters(smallSearch).map(({ text }) => text)).toEqual([
      'Small models (easy to drive and to park)',
    ]);
  });

  it('says that the depreciation decides among the cars for a first driver', () => {
    const firstCarSearch = { prefer: '~is:small|~by:depreciation', said: 'first car', fromText: 'prefer' };
    expect(explainSearch(firstCarSearch, false)).toEqual([
      'Small models (easy to drive and to park) come first, those of the lowest depreciation a year before the others.',
    ]);
    expect(explainSearch({ ...firstCarSearch, prefer: '~by:depreciation' }, false)).toEqual([
      'The lowest depreciation a year comes first.',
    ]);
  });

  it('offers the cost to own for a plain amount a month', () => {
    const sentences = explainSearch({ notes: 'amount a month|or cost to own:30 cars' }, true);
    expect(sentences[0]).toContain('taken as the instalment');
    expect(sentences[1]).toContain('finds 30 cars: add the words “cost of ownership” to see them.');
    expect(explainSearch({ notes: 'or cost to own:no car' }, true)[0]).toContain('the amount finds no car.');
  });

  it('says when the other meaning of an amount a month finds no car', () => {
    expect(explainSearch({ notes: 'or instalment:no car like it' }, true)).toEqual([
      'As the instalment of a loan, the amount finds no car like it.',
    ]);
  });

  it('says each sentence once', () => {
    const notes = 'smaller:BMW 5 Series|smaller:BMW 5 Series';
    expect(explainSearch({ said: 'downgrade from 5 series to smaller', notes }, true)).toHaveLength(1);
  });

  it('names each replaced word once', () => {
    const corrections = [
      { typed: 'beng', meant: 'benz' },
      { typed: 'beng', meant: 'leng' },
      { typed: 'tesal', meant: 'tesla' },
    ];
    expect(describeCorrections(corrections)).toBe('Showing results for benz or leng, tesla, not beng, tesal.');
  });

  it('names the rule of loans', () => {
    expect(explainSearch({ said: 'zero downpayment', notes: 'down payment' }, false)[0]).toContain(
      'at most 70% of the price of a car with a low OMV, and 60% of other cars',
    );
  });
});

describe('why nothing was found', () => {
  const nearestCars = {
    without: ['brand', 'model'],
    absent: ['brand', 'model'],
    like: [],
    likeTotal: 0,
    beyond: [],
    order: null,
    prefer: [],
    areMidPriced: false,
    closest: null,
    total: 9,
    items: [],
    ways: [],
  };

  it('names the models that are not on sale, and what the nearest cars have in common with them', () => {
    const search = { brand: ['Hyundai', 'Kia'], model: ['Hyundai/Avante', 'Kia/Cerato'], maxDepreciation: 12_000 };
    const like = [{ name: 'body', value: 'Saloon' }];
    expect(explainNearest(search, { ...nearestCars, like, likeTotal: 4 }, '9 cars')).toBe(
      'No Hyundai Avante or Kia Cerato is on sale. Nearest to them: Saloon, Depreciation up to $12,000 a year (4 cars).',
    );
    expect(explainNearest(search, { ...nearestCars, like, likeTotal: 63, beyond: ['maxDepreciation'] }, '9 cars')).toBe(
      'No Hyundai Avante or Kia Cerato is on sale. Nearest to them: Saloon (63 cars). None of these loses at most $12,000 a year in value.',
    );
    expect(makeSimilarSearch(search, { ...nearestCars, like, likeTotal: 63, beyond: ['maxDepreciation'] })).toEqual({
      body: ['Saloon'],
    });
    expect(makeSimilarSearch({ ...search, said: 'avante' }, { ...nearestCars, like, likeTotal: 4 })).toEqual({
      body: ['Saloon'],
      maxDepreciation: 12_000,
    });
    expect(makeSimilarSearch(search, { ...nearestCars, like })).toBeUndefined();
    expect(haveNearestMatches(search, nearestCars)).toBe(true);
    expect(haveNearestMatches({ brand: ['Toyota'] }, { ...nearestCars, without: ['brand'] })).toBe(false);
  });

  it('says what is shown in the place of a fact that no car states', () => {
    const search = { q: 'opc', said: 'opc', fromText: 'sort', sort: 'depreciation', notes: 'no off-peak car' } as const;
    const facts = { ...nearestCars, without: ['q'], absent: ['q'], order: 'depreciation' };
    expect(explainSearch(search, true)).toEqual(['No car on sale says that it is an off-peak car (OPC, weekend car).']);
    expect(explainNearest(search, facts, '9 cars')).toBe(
      'In its place, the cars with the lowest depreciation a year are shown.',
    );
    expect(haveNearestMatches(search, facts)).toBe(true);
    expect(listAppliedFilters(search).map(({ text }) => text)).toEqual(['Off-peak car (OPC)']);
  });

  it('names the closest value when a bound is the only condition', () => {
    const cheapSearch = { maxMonthlyCost: 800, fromText: 'maxMonthlyCost' };
    const nearestWithoutCost = {
      ...nearestCars,
      without: ['maxMonthlyCost'],
      absent: ['maxMonthlyCost'],
      closest: 986,
    };
    expect(explainNearest(cheapSearch, nearestWithoutCost, '185 cars')).toBe(
      'No car on sale is within this limit: up to $800 a month to own. The lowest is $986 a month to own.',
    );
    expect(haveNearestMatches(cheapSearch, nearestWithoutCost)).toBe(true);
    expect(explainNearest({ ...cheapSearch, colour: ['Red'] }, nearestWithoutCost, '9 cars')).toBe(
      'No car on sale today has all of this. Without “Up to $800 a month to own” there are 9 cars.',
    );
    const nearestWithoutMinPrice = { ...nearestCars, without: ['minPrice'], absent: ['minPrice'], closest: 2_000_000 };
    expect(explainNearest({ minPrice: 3_000_000 }, nearestWithoutMinPrice, '9 cars')).toContain(
      'The highest is $2,000,000.',
    );
  });

  it('names the order of the nearest cars', () => {
    const items = [10_000, 30_000, 20_000].map((resalePrice) => ({
      resalePrice,
    })) as unknown as typeof nearestCars.items;
    const nearestWithoutMake = { ...nearestCars, items, without: ['brand'], absent: ['brand'] };
    const explain = (overrides: object) =>
      explainNearest({ brand: ['Lexus'] }, { ...nearestWithoutMake, ...overrides }, '9 cars');
    expect(explain({ order: 'price', total: 3 })).toBe(
      'No Lexus is on sale. Of the nearest, the cheapest come first. After these come cars that have less in common with the search.',
    );
    expect(explain({ order: 'price', areMidPriced: true })).toBe(
      'No Lexus is on sale. The cheapest quarter of these is left out: such a make is not among the cheapest. Of the nearest, the cheapest come first. After these come cars that have less in common with the search.',
    );
    expect(explain({ order: 'mileage' })).toBe('No Lexus is on sale. Order: Mileage, low to high.');
    expect(explain({ order: 'relevance', prefer: ['is:small'] })).toBe(
      'No Lexus is on sale. Small models (easy to drive and to park) come first, the cheapest before the others.',
    );
  });

  it('names the other conditions that the nearest cars meet', () => {
    const mazdaSearch = { brand: ['Mazda'], model: ['Mazda/3'], body: ['Hatchback'] };
    expect(explainNearest(mazdaSearch, nearestCars, '14 cars')).toBe(
      'No Mazda 3 is on sale. Nearest to it: Hatchback (14 cars).',
    );
  });

  it('names the energy of the cars that are nearest to a body that is not on sale', () => {
    const vanSearch = { body: ['Van'], fuel: ['diesel'] };
    expect(explainNearest(vanSearch, { ...nearestCars, without: ['body'], absent: ['body'] }, '1 car')).toBe(
      'No van is on sale. Nearest to it: Diesel (1 car).',
    );
    const items = [70_000, 40_000].map((resalePrice) => ({ resalePrice })) as unknown as typeof nearestCars.items;
    expect(
      explainNearest(vanSearch, { ...nearestCars, items, total: 1, without: ['body'], absent: ['body'] }, '1 car'),
    ).toBe(
      'No van is on sale. Nearest to it: Diesel (1 car). After these come cars that have less in common with the search.',
    );
  });

  it('leaves out the exclusion of models of a make that is not on sale', () => {
    const toyotaSearch = { brand: ['Toyota'], model: ['!Toyota/Vios'] };
    expect(explainNearest(toyotaSearch, { ...nearestCars, without: ['brand'], absent: ['brand'] }, '185 cars')).toBe(
      'No Toyota is on sale.',
    );
  });

  it('says that the cars behind the nearest ones have less in common', () => {
    const items = [10_000, 30_000].map((resalePrice) => ({ resalePrice })) as unknown as typeof nearestCars.items;
    const like = [{ name: 'body', value: 'MPV' }];
    const search = { model: ['Toyota/Alphard'] };
    expect(explainNearest(search, { ...nearestCars, items, like, likeTotal: 1, order: 'price' }, '9 cars')).toBe(
      'No Toyota Alphard is on sale. Nearest to it: MPV (1 car). After these come cars that have less in common with the search. The cheapest come first.',
    );
    expect(explainNearest(search, { ...nearestCars, items, like, likeTotal: 2 }, '9 cars')).not.toContain(
      'After these',
    );
  });

  it('names the energy that no car of a model on sale has', () => {
    const dieselSearch = { model: ['Audi/A4', 'Audi/A4 Avant'], fuel: ['diesel'] };
    const nearestWithoutFuel = { ...nearestCars, without: ['fuel'], absent: [] };
    expect(explainNearest(dieselSearch, nearestWithoutFuel, '9 cars')).toBe(
      'No diesel Audi A4 is on sale. Without “Diesel” there are 9 cars.',
    );
    // A diesel above the price may be on sale.
    expect(explainNearest({ ...dieselSearch, maxPrice: 90_000 }, nearestWithoutFuel, '9 cars')).toContain(
      'No car on sale today',
    );
  });

  it('names a group of makes, an energy, and the other conditions', () => {
    const japaneseSearch = { said: 'jap car', brand: ['Honda', 'Toyota'], fromText: 'brand' };
    expect(explainNearest(japaneseSearch, { ...nearestCars, without: ['brand'], absent: ['brand'] }, '9 cars')).toBe(
      'No Japanese car is on sale.',
    );
    const dieselSearch = { fuel: ['diesel'], maxPrice: 5_000 };
    expect(
      explainNearest(dieselSearch, { ...nearestCars, without: ['fuel', 'maxPrice'], absent: ['fuel'] }, '9 cars'),
    ).toBe('No diesel car is on sale. Without “Up to $5,000” there are 9 cars.');
  });
});

it('names bounds with their nouns', () => {
  expect(formatRange('CoeMonths', undefined, 12)).toBe('COE left up to 1 year');
  expect(formatRange('CoeMonths', 2, 12)).toBe('COE left: 2 months to 1 year');
  expect(formatRange('CoeEnd', 203_301, undefined)).toBe('COE ends 2033 or later');
  expect(formatRange('CoeEnd', 203_006, undefined)).toBe('COE ends Jun 2030 or later');
  expect(formatRange('CoeEnd', undefined, 202_712)).toBe('COE ends 2027 or before');
  expect(formatRange('CoeEnd', undefined, 202_805)).toBe('COE ends May 2028 or before');
  expect(formatRange('CoeEnd', 202_701, 202_712)).toBe('COE ends 2027');
  expect(formatRange('CoeEnd', 202_801, 203_012)).toBe('COE ends 2028 to 2030');
  expect(formatRange('CoeEnd', 202_801, 202_801)).toBe('COE ends Jan 2028');
  expect(formatRange('Depreciation', 12_000, 15_000)).toBe('Depreciation $12,000 to $15,000 a year');
  expect(formatRange('Depreciation', undefined, 14_400)).toBe('Depreciation up to $14,400 a year');
  expect(formatRange('YearsOfUse', undefined, 4)).toBe('Less than 5 years old');
  expect(formatRange('MonthlyCost', undefined, 1_200)).toBe('Up to $1,200 a month to own');
  expect(formatRange('Instalment', undefined, 800)).toBe('Up to $800 a month as instalment');
  expect(formatRange('YearsOfUse', 5, 7)).toBe('5 to 7 years old');
  expect(formatRange('RoadTax', undefined, 1_000)).toBe('Up to $1,000 road tax a year');
  expect(formatRange('Power', 112, undefined)).toBe('From 112 kW (about 150 hp)');
  expect(formatRange('Omv', 30_000, 40_000)).toBe('$30,000 to $40,000 OMV');
  expect(formatRange('Instalment', 700, 900)).toBe('$700 to $900 a month as instalment');
  expect(formatRange('Omv', 30_000, undefined)).toBe('From $30,000 OMV');
  expect(formatRange('Arf', undefined, 20_000)).toBe('Up to $20,000 ARF');
  expect(formatRange('Parf', 15_000, undefined)).toBe('From $15,000 PARF rebate');
  expect(formatRange('Power', 89, undefined)).toBe('From 89 kW (about 120 hp)');
  expect(formatRange('EngineCc', 1_550, 1_649)).toBe('Engine of 1.6 litres');
  expect(formatRange('EngineCc', 1_450, 2_049)).toBe('Engine of 1.5 litres to 2.0 litres');
  expect(formatRange('EngineCc', 2_000, undefined)).toBe('Engine from 2,000 cc');
  expect(formatRange('EngineCc', undefined, 1_200)).toBe('Engine up to 1,200 cc');
});
