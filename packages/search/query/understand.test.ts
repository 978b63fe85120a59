import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../text/vocabulary.ts';
import { understand as understandWith } from './understand.ts';

const makeFacetValues = (values: string): { value: string; count: number }[] =>
  values.split(', ').map((value, index) => ({ value, count: 1000 - index }));
const vocabulary = new Vocabulary();
vocabulary.updateCounts({
  brand: makeFacetValues(
    'Tesla, Mercedes_Benz, BMW, Toyota, Mazda, Porsche, Ferrari, Peugeot, Rolls_Royce, Volkswagen, Honda, SEAT, Land_Rover, MINI',
  ),
  model: makeFacetValues(
    'Tesla/Model 3, Tesla/Model Y, Mercedes_Benz/E 200, Mercedes_Benz/GLC 300 Coupé, BMW/320i, BMW/M4, Mazda/3, Mazda/CX-5, Porsche/911, Porsche/911 Carrera, ' +
      'Ferrari/296 GTB, Peugeot/3008, Peugeot/2008, Rolls_Royce/Silver Shadow, Rolls_Royce/Ghost, Honda/Civic, Honda/Civic Type R, SEAT/Leon, Land_Rover/Defender, MINI/Cooper, MINI/Coupe',
  ),
  location: makeFacetValues('Bedok, Bukit Timah, Ang_Mo_Kio, Orchard, Defender'),
  colour: makeFacetValues('White, Pearl White, Black, Grey, Silver, Other'),
  body: makeFacetValues('SUV, Saloon, Coupé, Station Wagon, Luxury Sedan'),
});

/** The words that the texts of the test's cars contain. */
const wordsInTexts = new Set('opc golf sunroof leather seats civic 911 defender parking'.split(' '));
const options = {
  today: '2026-11-23',
  words: {
    isInTexts: (word: string) => wordsInTexts.has(word),
    findMissingWords: (typed: string) => new Set(typed.split(' ').filter((word) => word.startsWith('zz'))),
  },
};
const understandWithOptions = (text: string, names: Vocabulary) => understandWith(text, names, options);

const otherMakes =
  'brand=Mercedes_Benz brand=Toyota brand=Mazda brand=Porsche brand=Ferrari brand=Peugeot brand=Rolls_Royce brand=Volkswagen brand=Honda brand=SEAT brand=Land_Rover brand=MINI'.split(
    ' ',
  );
const lightColours = ['colour=White', 'colour=Pearl White', 'colour=Grey', 'colour=Silver', 'colour=Other'];

/** The understood filters as `name=value` in order, and the remaining text. */
function understandText(text: string): { said: readonly string[]; rest: string } {
  const { filters, remainingText } = understandWithOptions(text, vocabulary);
  return { said: filters.map(({ name, value }) => `${name}=${value}`), rest: remainingText };
}

describe('understands', () => {
  it.each<[string, readonly string[], string]>([
    [
      'white tesla under 150k in bedok',
      ['colour=White', 'colour=Pearl White', 'brand=Tesla', 'maxPrice=150000', 'location=Bedok'],
      '',
    ],
    ['Tesla Model 3', ['model=Tesla/Model 3'], ''],
    ['model 3 in Ang Mo Kio', ['model=Tesla/Model 3', 'location=Ang_Mo_Kio'], ''],
    ['model3', ['model=Tesla/Model 3'], ''],
    ['mazda cx 5 near bukit timah', ['model=Mazda/CX-5', 'location=Bukit Timah'], ''],
    ['mazda 3', ['model=Mazda/3'], ''],
    ['e200 merc', ['model=Mercedes_Benz/E 200', 'brand=Mercedes_Benz'], ''],
    ['MERCEDES BENZ suv', ['brand=Mercedes_Benz', 'body=SUV'], ''],
    ['B.M.W. saloon', ['brand=BMW', 'body=Saloon', 'body=Luxury Sedan'], ''],
    ['vw', ['brand=Volkswagen'], ''],
    ['volks', ['brand=Volkswagen'], ''],
    ['rolls-royce ghost', ['model=Rolls_Royce/Ghost'], ''],
    ['tesla or bmw', ['brand=Tesla', 'brand=BMW'], ''],
    ['electric car with sunroof', ['fuel=electric'], ''],
    ['e200 type r', ['model=Mercedes_Benz/E 200'], ''],
    ['glc coupe', ['model=Mercedes_Benz/GLC 300 Coupé'], ''],
    ['tesla can or not saloon', ['brand=Tesla', 'body=Saloon', 'body=Luxury Sedan'], ''],
    ['depre below 1k a month', ['maxDepreciation=12000'], ''],
    ['deposit 5k suv', ['sort=price', 'body=SUV'], ''],
    ['zero deposit below 80k', ['sort=price', 'maxPrice=80000'], ''],
    ['below 90 grand', ['maxPrice=90000'], ''],
    ['land rover range rover evoque', ['brand=Land_Rover', 'model=Land_Rover/Range Rover Evoque'], ''],
    ['ev below $80,000', ['fuel=electric', 'maxPrice=80000'], ''],
    ['hybrid toyota', ['fuel=hybrid', 'fuel=plug-in hybrid', 'brand=Toyota'], ''],
    ['plug-in hybrid', ['fuel=plug-in hybrid'], ''],
    ['manual diesel wagon', ['transmission=manual', 'fuel=diesel', 'body=Station Wagon'], ''],
    ['auto honda', ['transmission=automatic', 'brand=Honda'], ''],
    ['less than 1.2m', ['maxPrice=1200000'], ''],
    ['up to S$ 90 k', ['maxPrice=90000'], ''],
    ['$150k', ['maxPrice=150000'], ''],
    ['budget 60k', ['maxPrice=60000'], ''],
    ['price above 200,000', ['minPrice=200000'], ''],
    ['from 50k to 80k', ['minPrice=50000', 'maxPrice=80000'], ''],
    ['between 50 and 80k', ['minPrice=50000', 'maxPrice=80000'], ''],
    ['between $50,000 and $80,000 in bedok', ['minPrice=50000', 'maxPrice=80000', 'location=Bedok'], ''],
    ['100k-150k bmw', ['minPrice=100000', 'maxPrice=150000', 'brand=BMW'], ''],
    ['<150k', ['maxPrice=150000'], ''],
    ['tesla 2021', ['brand=Tesla', 'minYear=2021', 'maxYear=2021'], ''],
    ['2019 or newer', ['minYear=2019'], ''],
    ['2019+', ['minYear=2019'], ''],
    ['after 2018', ['minYear=2019'], ''],
    ['since 2018', ['minYear=2018'], ''],
    ['from 2018', ['minYear=2018'], ''],
    ['before 2015', ['maxYear=2014'], ''],
    ['2015 or older', ['maxYear=2015'], ''],
    ['between 2015 and 2018', ['minYear=2015', 'maxYear=2018'], ''],
    ['2015-2018 bmw', ['minYear=2015', 'maxYear=2018', 'brand=BMW'], ''],
    ['2015 to 2018', ['minYear=2015', 'maxYear=2018'], ''],
    ['bmw 2008', ['brand=BMW', 'minYear=2008', 'maxYear=2008'], ''],
    ['under 80,000 km', ['maxMileage=80000'], ''],
    ['below 80k km', ['maxMileage=80000'], ''],
    ['mileage under 60k', ['maxMileage=60000'], ''],
    ['under 60k mileage', ['maxMileage=60000'], ''],
    ['50,000-80,000km', ['minMileage=50000', 'maxMileage=80000'], ''],
    ['one owner', ['owners=1'], ''],
    ['1 owner bmw', ['owners=1', 'brand=BMW'], ''],
    ['max 2 owners', ['owners=1', 'owners=2'], ''],
    ['verified dealer', ['verified=yes', 'sellerKind=dealer'], ''],
    ['verified', ['verified=yes'], ''],
    ['from dealer', ['sellerKind=dealer'], ''],
    ['private', ['sellerKind=private'], ''],
    ['5 years coe left', ['minCoeMonths=60'], ''],
    ['at least 18 months of coe', ['minCoeMonths=18'], ''],
    ['coe left 5 yrs', ['minCoeMonths=60'], ''],
    ['depre under 12k', ['maxDepreciation=12000'], ''],
    ['under $9,000 a year', ['maxDepreciation=9000'], ''],
    ['under 5 years old', ['maxYearsOfUse=4'], ''],
    ['not more than 5 years old', ['maxYearsOfUse=4'], ''],
    ['registered 2021 or later budget 120k', ['minYear=2021', 'maxPrice=120000'], ''],
    ['registered 2021 onwards', ['minYear=2021'], ''],
    ['2021 and above', ['minYear=2021'], ''],
    ['at least 2021', ['minYear=2021'], ''],
    ['reg from 2019 to 2021', ['minYear=2019', 'maxYear=2021'], ''],
    ['not older than 2020', ['minYear=2020'], ''],
    ['6 or 7 seats', ['minSeats=6', 'maxSeats=7'], ''],
    ['5-7 seater', ['minSeats=5', 'maxSeats=7'], ''],
    ['not black or white', ['colour=Grey', 'colour=Silver', 'colour=Other'], ''],
    ['other than tesla or bmw saloon', [...otherMakes, 'body=Saloon', 'body=Luxury Sedan'], ''],
    ['anything but diesel', ['fuel=petrol', 'fuel=hybrid', 'fuel=plug-in hybrid', 'fuel=electric'], ''],
    ['dun want bmw and tesla', otherMakes, ''],
    ['not black and suv', [...lightColours, 'body=SUV'], ''],
    ['Defender in Defender', ['model=Land_Rover/Defender', 'location=Defender'], ''],
    ['MINI', ['brand=MINI'], ''],
    ['seat leon', ['model=SEAT/Leon'], ''],
    ['“white” (tesla).', ['colour=White', 'colour=Pearl White', 'brand=Tesla'], ''],
  ])('%j as %j, leaving %j', (text, understoodFilters, remainingText) => {
    expect(understandText(text)).toEqual({ said: understoodFilters, rest: remainingText });
  });
});

describe('understands the words of the trade', () => {
  it.each<[string, readonly string[], string]>([
    ['low mileage', ['maxYearlyMileage=10000', 'sort=price'], ''],
    ['8 seat', ['minSeats=8'], ''],
    ['seven-seater suv', ['minSeats=7', 'body=SUV'], ''],
    ['5 seater', ['minSeats=5', 'maxSeats=5'], ''],
    ['5 seats', ['minSeats=5'], ''],
    ['5 people', ['minSeats=5'], ''],
    ['5-seater', ['minSeats=5', 'maxSeats=5'], ''],
    ['no coe left', ['maxCoeMonths=0'], ''],
    ['at least 6 seats', ['minSeats=6'], ''],
    ['more than 5 seats', ['minSeats=6'], ''],
    ['seater 7', ['minSeats=7'], ''],
    ['mpv', ['minSeats=7'], ''],
    ['pickup', ['body=Pickup'], ''],
    ['family car', ['minSeats=5'], ''],
    ['family of 7', ['minSeats=7'], ''],
    ['family of 5 and maid', ['minSeats=7'], ''],
    ['3 kids and grandparents', ['minSeats=7'], ''],
    ['3 kids and 2 grandparents', ['minSeats=7'], ''],
    ['3kids + in laws', ['minSeats=7'], ''],
    ['me my wife 4 kids and maid', ['minSeats=7'], ''],
    ['parents and 3 kids', ['minSeats=5'], ''],
    ['2 adults and 3 kids', ['minSeats=5'], ''],
    ['5 kids, grandparents and maid', ['minSeats=9'], ''],
    ['two kids and my elderly parents', ['minSeats=7'], ''],
    ['no downpayment 1k monthly', ['sort=price', 'maxInstalment=1000'], ''],
    ['no down payment 1k instalment', ['sort=price', 'maxInstalment=1000'], ''],
    ['1.2k installment', ['maxInstalment=1200'], ''],
    ['full loan 900', ['sort=price', 'maxInstalment=900'], ''],
    ['10% down 1.5k a month', ['sort=price', 'maxInstalment=1500'], ''],
    ['1.5k a month all in', ['maxMonthlyCost=1500'], ''],
    ['cost of ownership below 1200 a month', ['maxMonthlyCost=1200'], ''],
    ['suv below $900 a month cost of ownership', ['body=SUV', 'maxMonthlyCost=900'], ''],
    ['monthly 700', ['maxInstalment=700'], ''],
    ['1.5k a month', ['maxInstalment=1500'], ''],
    ['used mini', ['brand=MINI'], ''],
    ['smart', ['brand=Smart'], ''],
    ['red mini', ['colour=Red', 'brand=MINI'], ''],
    ['hoda', ['brand=Honda'], ''],
    ['long coe', ['minCoeMonths=60'], ''],
    ['no coe renewal', ['maxYearsOfUse=9'], ''],
    ['bmw no coe renewed', ['brand=BMW', 'maxYearsOfUse=9'], ''],
    ['ev below 130k coe more than 6 years', ['fuel=electric', 'maxPrice=130000', 'minCoeMonths=72'], ''],
    ['road tax below 1000', ['maxRoadTax=1000'], ''],
    ['0-100 under 3s', ['sort=-power'], ''],
    ['coe ending in 2 years', ['maxCoeMonths=24'], ''],
    ['5 years old max', ['maxYearsOfUse=4'], ''],
    ['not more than 6 years old', ['maxYearsOfUse=5'], ''],
    ['not older than 5 years', ['maxYearsOfUse=4'], ''],
    ['under 3 years old', ['maxYearsOfUse=2'], ''],
    ['less than 10 years', ['maxYearsOfUse=9'], ''],
    ['car age below 5', ['maxYearsOfUse=4'], ''],
    ['8 years old or older', ['minYearsOfUse=8'], ''],
    ['used under 3 yrs', ['maxYearsOfUse=2'], ''],
    ['3 years old', ['maxYearsOfUse=3'], ''],
    ['less than 2 owners', ['owners=1'], ''],
    ['not more than 2 previous owners', ['owners=1', 'owners=2'], ''],
    ['2 owners or less', ['owners=1', 'owners=2'], ''],
    ['12k depre', ['maxDepreciation=12000'], ''],
    ['depre 12k/yr', ['maxDepreciation=12000'], ''],
    ['15k km a year', ['maxYearlyMileage=15000'], ''],
    ['less than 15k km/yr', ['maxYearlyMileage=15000'], ''],
    ['50k km', ['maxMileage=50000'], ''],
    ['around 100k', ['minPrice=90000', 'maxPrice=110000'], ''],
    ['about 2019', ['minYear=2018', 'maxYear=2020'], ''],
    ['under 150', ['maxPrice=150000'], ''],
    ['150k', ['maxPrice=150000'], ''],
    ['sub-100k', ['maxPrice=100000'], ''],
    ['below a hundred thousand', ['maxPrice=100000'], ''],
    ['between 90k and 50k', ['minPrice=50000', 'maxPrice=90000'], ''],
    ['between 50 and 80', ['minPrice=50000', 'maxPrice=80000'], ''],
    ['under 100k under 90k', ['maxPrice=90000'], ''],
    ['post 2018', ['minYear=2019'], ''],
    ['honda civic', ['model=Honda/Civic', 'model=Honda/Civic Type R'], ''],
    ['porsche 911', ['model=Porsche/911', 'model=Porsche/911 Carrera'], ''],
    ['911', ['model=Porsche/911', 'model=Porsche/911 Carrera'], ''],
    ['296', ['model=Ferrari/296 GTB'], ''],
    ['3008 2019', ['model=Peugeot/3008', 'minYear=2019', 'maxYear=2019'], ''],
    ['glc', ['model=Mercedes_Benz/GLC 300 Coupé'], ''],
    ['e class', ['model=Mercedes_Benz/E 200'], ''],
    ['bmw 3 series', ['brand=BMW', 'model=BMW/320i'], ''],
    ['s class', ['brand=Mercedes_Benz', 'model=Mercedes_Benz/S class'], ''],
    ['german suv not bmw', ['brand=Mercedes_Benz', 'brand=Porsche', 'brand=Volkswagen', 'brand=MINI', 'body=SUV'], ''],
    ['no diesel', ['fuel=petrol', 'fuel=hybrid', 'fuel=plug-in hybrid', 'fuel=electric'], ''],
    ['german bmw', ['brand=BMW'], ''],
    ['purple', ['colour=Purple'], ''],
    ['lexus', ['brand=Lexus'], ''],
    ['vezel', ['model=Honda/Vezel'], ''],
    ['in the east', ['region=East'], ''],
    ['in toa payoh', ['location=Toa Payoh'], ''],
    ['cheapest bmw', ['sort=price', 'brand=BMW'], ''],
    ['telsa', ['brand=Tesla'], ''],
    ['hybird suv bellow 90k', ['fuel=hybrid', 'fuel=plug-in hybrid', 'body=SUV', 'maxPrice=90000'], ''],
    ['minivan for 7', ['minSeats=7'], ''],
    ['suv for 7 people', ['body=SUV', 'minSeats=7'], ''],
    ['s class or bmw 3 series', ['brand=BMW', 'model=BMW/320i'], ''],
    ['cars for sale', [], ''],
    ['car for elderly parents easy to get in and out', [], ''],
    ['coupe for grandma', ['body=Coupé'], ''],
    ['tesla model y with baby seat', ['model=Tesla/Model Y'], ''],
    ['two kids and a pram', ['minSeats=5'], ''],
    ['ready for grab', ['body=Saloon', 'body=Luxury Sedan', 'minSeats=5', 'sort=depreciation'], ''],
    ['private hire', ['body=Saloon', 'body=Luxury Sedan', 'minSeats=5', 'sort=depreciation'], ''],
    ['car for delivery business', ['body=Van'], ''],
    ['delivery mileage', [], 'delivery'],
    ['weekend car', [], 'opc'],
    ['newest weekend car', ['sort=-year'], 'opc'],
    ['coe renewed car 5 years', ['maxCoeMonths=60', 'sort=-coe'], 'pqp'],
    ['newly renewed 10 year coe', ['sort=-coe'], 'pqp'],
    ['renewed coe tesla', ['sort=price', 'brand=Tesla'], ''],
    ['1.6 cat A coe car', ['coeCategory=A'], ''],
    ['cat b suv', ['coeCategory=B', 'body=SUV'], ''],
    ['cheapest depreciation saloon', ['sort=depreciation', 'body=Saloon', 'body=Luxury Sedan'], ''],
    ['longest coe', ['sort=-coe'], ''],
    ['most powerful tesla', ['sort=-power', 'brand=Tesla'], ''],
    ['cheapest road tax', ['sort=roadTax'], ''],
    ['least owners', ['owners=1'], ''],
    ['best range suv', ['fuel=electric', 'body=SUV'], ''],
    ['lowest monthly instalment', ['sort=instalment'], ''],
    ['cars under $800 a month', ['maxInstalment=800'], ''],
    ['budget $1500 monthly', ['maxInstalment=1500'], ''],
    ['below 1,500 a month', ['maxInstalment=1500'], ''],
    ['loan under $1000 a month', ['maxInstalment=1000'], ''],
    ['$1000 a month instalment', ['maxInstalment=1000'], ''],
    ['monthly instalment under $800', ['maxInstalment=800'], ''],
    ['monthly instalment between $700 and $900', ['minInstalment=700', 'maxInstalment=900'], ''],
    ['instalment should be 700-900 a month', ['minInstalment=700', 'maxInstalment=900'], ''],
    ['700 to 900 per month', ['minInstalment=700', 'maxInstalment=900'], ''],
    ['car ard 6 yo', ['minYearsOfUse=5', 'maxYearsOfUse=7'], ''],
    ['less than 50,000 km on the odometer.', ['maxMileage=50000'], ''],
    ['Easy on the wallet. An SUV.', ['body=SUV'], ''],
    ['toyota mazda 6', ['brand=Toyota', 'brand=Mazda', 'model=Mazda/6'], ''],
    ['automatic sliding door', ['minSeats=5'], ''],
    ['mini cooper s', ['model=MINI/Cooper'], ''],
    ['suv 150', ['body=SUV', 'maxPrice=150000'], ''],
    ['bmw suv 150', ['brand=BMW', 'body=SUV'], ''],
    ['bright colour suv', ['body=SUV'], ''],
    ['volkswagen golf', ['brand=Volkswagen', 'model=Volkswagen/Golf'], ''],
    ['under 10k a year depreciation', ['maxDepreciation=10000'], ''],
    ['work in jurong', [], ''],
    ['in jurong', ['location=Jurong'], ''],
  ])('%j as %j, leaving %j', (text, understoodFilters, remainingText) => {
    expect(understandText(text)).toEqual({ said: understoodFilters, rest: remainingText });
  });
});

describe('reads no filter from ambiguous text', () => {
  it.each<[string, readonly string[], string]>([
    ['2008', [], '2008'],
    ['peugeot 2008', ['model=Peugeot/2008'], ''],
    ['under 2015', [], '2015'],
    ['2008 to 3008', ['model=Peugeot/3008'], ''],
    ['silver shadow', ['model=Rolls_Royce/Silver Shadow'], ''],
    ['glc 300 coupe', ['model=Mercedes_Benz/GLC 300 Coupé'], ''],
    ['black leather', [], 'black leather'],
    ['electric seats', [], 'electric seats'],
    ['auto parking', [], 'auto parking'],
    ['mild hybrid', [], 'mild hybrid'],
    ['within 5 km', [], ''],
    ['coupe', ['body=Coupé'], ''],
    ['mini coupe', ['model=MINI/Coupe'], ''],
    ['zzword', [], 'zzword'],
    ['', [], ''],
  ])('%j: %j, leaving %j', (text, understoodFilters, remainingText) => {
    expect(understandText(text)).toEqual({ said: understoodFilters, rest: remainingText });
  });
});

describe('reports the words that are searched, left out or corrected', () => {
  it.each<[string, Partial<ReturnType<typeof understandWithOptions>>]>([
    ['reliable suv', { unusedTexts: ['reliable'], remainingText: '' }],
    ['wheelchair', { suggestedPhrases: ['is:roomy', 'is:high'] }],
    ['car for a man', { remainingText: '', unusedTexts: [] }],
    ['suv zzword', { unusedTexts: ['zzword'], remainingText: '' }],
    ['suv with sunroof', { unusedTexts: [], remainingText: '', preferredPhrases: ['sunroof'] }],
    ['suv x-sunroof3 sunroof', { preferredPhrases: ['x-sunroof3', 'sunroof'] }],
    ['suv with golf zzdogs', { preferredPhrases: [], suggestedPhrases: ['is:roomy'], unusedTexts: ['zzdogs'] }],
    ['cheapest suv with sunroof', { preferredPhrases: ['sunroof'], unusedTexts: [] }],
    ['newest suv with sunroof', { preferredPhrases: [], unusedTexts: ['sunroof'] }],
    ['coe renewed car 5 years', { notes: ['no renewed COE'] }],
    ['zero downpayment suv', { notes: ['down payment'], unusedTexts: [] }],
    ['suv that drove up to town every week', { preferredPhrases: [], unusedTexts: [] }],
    ['sunroof leather', { remainingText: 'sunroof leather', remainingTextParts: ['sunroof', 'leather'] }],
    ['sunroof for commuting to jurong', { remainingText: 'sunroof', unusedTexts: [] }],
    ['coupe for zzparents and grandparents', { remainingText: '', unusedTexts: ['zzparents'] }],
    ['opc weekend car', { remainingText: 'opc', unusedTexts: [], notes: [] }],
    ['dolphin but cheaper', { filters: [], quarters: [] }],
    ['suv but cheaper', { quarters: [{ of: 'Price', typed: 'but cheaper', from: 4, to: 15 }] }],
    ['telsa in bedok', { corrections: [{ typed: 'telsa', meant: 'tesla' }] }],
    ['suv with 4 doors', { unusedTexts: ['4 doors'], remainingText: '' }],
    ['car for zzjob', { unusedTexts: ['zzjob'], remainingText: '' }],
    ['suv 12', { unusedTexts: [], remainingText: '' }],
    ['not spacious suv', { unusedTexts: ['not spacious'] }],
    ['constructor seats', { remainingText: 'constructor seats', filters: [] }],
    ['zzgrandma, easy suv', { unusedTexts: ['zzgrandma'], remainingText: '' }],
    ['constructor', { remainingText: 'constructor', filters: [] }],
    ['suv constructor', { remainingText: '', preferredPhrases: ['constructor'] }],
  ])('%j', (text, understoodFilters) => {
    expect(understandWithOptions(text, vocabulary)).toMatchObject(understoodFilters);
  });

  it('reads the lowest quarter of prices and of depreciation, each at most once', () => {
    const { quarters, remainingText } = understandWithOptions('cheap affordable suv with low depre', vocabulary);
    expect(quarters.map(({ of: quarterField, typed }) => [quarterField, typed])).toEqual([
      ['Price', 'cheap'],
      ['Depreciation', 'low depre'],
    ]);
    expect(remainingText).toBe('');
  });
});

it('reports the words that a filter was read from', () => {
  const text = 'White  tesla under $150k, in Bukit Timah';
  const { filters } = understandWithOptions(text, vocabulary);
  expect(filters.map(({ typed }) => typed)).toEqual(['White', 'White', 'tesla', 'under $150k', 'Bukit Timah']);
  for (const { typed, from, to } of filters) expect(text.slice(from, to)).toBe(typed);
});

it('reads names that no car on sale has as filters', () => {
  const emptyVocabulary = new Vocabulary();
  const filters = ['colour=White', 'brand=Tesla', 'location=Bedok'];
  expect(
    understandWithOptions('white tesla in bedok', emptyVocabulary).filters.map(({ name, value }) => `${name}=${value}`),
  ).toEqual(filters);
});

it('splits any text without adding a word', () => {
  const words = fc.constantFrom(
    ...'white tesla model 3 under over 150k $80,000 between and to 2015 2019 or newer km mileage in bedok bukit timah one owner coe 5 years left depre electric auto 🚗 - <'.split(
      ' ',
    ),
  );
  const typed = fc.oneof(
    fc.array(words, { maxLength: 14 }).map((list) => list.join(' ')),
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const { remainingText, preferredPhrases, filters, quarters, unusedTexts, corrections } = understandWithOptions(
        text,
        vocabulary,
      );
      for (const { typed: words, from, to } of [...filters, ...quarters]) expect(text.slice(from, to)).toBe(words);
      for (const words of unusedTexts) expect(text).toContain(words);
      const correctedWords = corrections.map((each) => each.meant).join(' ');
      for (const word of [remainingText, ...preferredPhrases].join(' ').split(' '))
        expect(`${text} ${correctedWords}`).toContain(word);
      for (const { name, value } of filters) if (/^m(?:in|ax)/.test(name)) expect(value).toMatch(/^\d+$/);
    }),
    { numRuns: 1000 },
  );
});
