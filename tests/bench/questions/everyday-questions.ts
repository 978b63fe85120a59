import {
  anyOf,
  coeEndsBetween,
  costsUpTo,
  fitsAnyCar,
  fitsNoCar,
  hasLargeBoot,
  hasSeats,
  is,
  isBoughtBetween,
  isChinese,
  isCoupe,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isNot,
  isOfBrand,
  isOpen,
  isPainted,
  isSaloon,
  isSuv,
  type Question,
  readPriceInDollars,
  textMatches,
  usesFuel,
} from './question.ts';

const isOrdinaryPetrolCar = is(usesFuel('petrol', 'hybrid', 'plug-in hybrid'), costsUpTo(500_000));
const isOfThreeMpvs = anyOf(
  isModel('Toyota', /^(?:Noah|Voxy)/i),
  isModel('Nissan', /^Serena/i),
  isModel('Honda', /^Stepwgn/i),
);

/**
 * Questions in which a sign joins names, a polite word ends the text, a direction is said twice, or a make is named
 * without a body type.
 */
export const everydayQuestions: readonly Question[] = [
  // A polite word such as `please` at the end is no part of what is excluded.
  { text: 'suv no diesel please', fitsQuestion: is(isSuv, isNot(usesFuel('diesel'))), minimumShareFound: 0.9 },
  { text: 'sedan no white pls', fitsQuestion: is(isSaloon, isNot(isPainted(/white/i))) },
  { text: 'hatchback no electric ok', fitsQuestion: is(isHatchback, isNot(usesFuel('electric'))) },
  { text: 'bmw no convertible pls', fitsQuestion: is(isOfBrand('BMW'), isNot(isOpen)), minimumShareFound: 0.9 },
  {
    text: 'red or blue coupe no convertible please',
    fitsQuestion: is(isCoupe, isPainted(/red|blue/i)),
    isNear: isCoupe,
  },
  // A wish that follows an exclusion replaces the excluded value: a fuel replaces a fuel, and a colour replaces a
  // colour.
  { text: 'diesel no hybrid can', fitsQuestion: usesFuel('hybrid', 'plug-in hybrid') },
  { text: 'white no black ok', fitsQuestion: isPainted(/black/i) },
  // A slash joins two names.
  { text: 'audi/bmw suv', fitsQuestion: is(isOfBrand('Audi', 'BMW'), isSuv) },
  { text: 'white/silver suv', fitsQuestion: is(isSuv, isPainted(/white|silver/i)) },
  { text: 'suv/mpv 7 seats', fitsQuestion: is(anyOf(isSuv, isMpv), hasSeats(7)) },
  { text: 'not audi / bmw', fitsQuestion: isNot(isOfBrand('Audi', 'BMW')), minimumShareFound: 0.9 },
  { text: 'not audi/bmw suv', fitsQuestion: is(isSuv, isNot(isOfBrand('Audi', 'BMW'))), minimumShareFound: 0.8 },
  {
    text: 'hybrid/ev below 120k',
    fitsQuestion: is(usesFuel('hybrid', 'plug-in hybrid', 'electric'), costsUpTo(120_000)),
  },
  { text: 'noah/voxy/serena', fitsQuestion: isOfThreeMpvs, isNear: isMpv, minimumShareFound: 0 },
  { text: 'nissan serena, noah, stepwgn', fitsQuestion: isOfThreeMpvs, isNear: isMpv, minimumShareFound: 0 },
  { text: 'nissan serena / noah / stepwgn', fitsQuestion: isOfThreeMpvs, isNear: isMpv, minimumShareFound: 0 },
  // The model code `chr` is also the beginning of other words, such as `chrome`.
  {
    text: 'honda vezel or toyota chr',
    fitsQuestion: anyOf(isModel('Honda', /^Vezel/i), isModel('Toyota', /^C-?HR/i)),
    isNear: isSuv,
    minimumShareFound: 0,
  },
  {
    text: 'mini cooper/countryman',
    fitsQuestion: isOfBrand('MINI'),
    isNear: anyOf(isHatchback, isSuv),
    minimumShareFound: 0,
  },
  { text: 'chr', fitsQuestion: isModel('Toyota', /^C-?HR/i), isNear: isSuv },
  // Questions that name the earliest end of the COE.
  { text: 'coe until at least 2031', fitsQuestion: coeEndsBetween('2031-01'), readSortValue: readPriceInDollars },
  { text: 'coe till minimum 2032', fitsQuestion: coeEndsBetween('2032-01'), readSortValue: readPriceInDollars },
  { text: 'coe until after 2030', fitsQuestion: coeEndsBetween('2031-01'), readSortValue: readPriceInDollars },
  { text: 'coe till around 2032', fitsQuestion: coeEndsBetween('2032-01'), readSortValue: readPriceInDollars },
  // Only a car with a renewed COE has no PARF rebate.
  {
    text: 'coe renewed car no parf ok cheap cheap one',
    fitsQuestion: fitsAnyCar,
    minimumShareFound: 0.2,
    readSortValue: readPriceInDollars,
    notes: ['no renewed COE'],
  },
  { text: 'no parf car', fitsQuestion: fitsNoCar, isNear: coeEndsBetween('2034-01'), notes: ['no renewed COE'] },
  { text: 'suv no parf also can', fitsQuestion: isSuv },
  // A fuel next to an excluded make is wanted, not excluded.
  { text: 'no chinese ev', fitsQuestion: is(usesFuel('electric'), isNot(isChinese)), minimumShareFound: 0.8 },
  { text: 'ev but not china brand', fitsQuestion: is(usesFuel('electric'), isNot(isChinese)), minimumShareFound: 0.8 },
  {
    text: 'cheap chinese ev',
    fitsQuestion: is(usesFuel('electric'), isChinese),
    isNear: usesFuel('electric'),
    minimumShareFound: 0,
  },
  // A fuel that the text names takes precedence over words such as `fuel efficient`.
  {
    text: 'fuel efficient petrol suv',
    fitsQuestion: is(isSuv, usesFuel('petrol', 'hybrid', 'plug-in hybrid')),
    fitsFirstCars: isOrdinaryPetrolCar,
    readSortValue: ({ roadTax }) => roadTax,
  },
  { text: 'petrol car good fuel consumption', fitsQuestion: usesFuel('petrol', 'hybrid', 'plug-in hybrid') },
  { text: 'fuel saving diesel', fitsQuestion: usesFuel('diesel') },
  // Questions for a make that is on sale, but not with the wanted body.
  {
    text: 'bmw convertible',
    fitsQuestion: is(isOfBrand('BMW'), isOpen),
    isNear: anyOf(isOpen, is(isOfBrand('BMW'), isCoupe)),
  },
  {
    text: 'mercedes mpv',
    fitsQuestion: is(isOfBrand('Mercedes_Benz'), isMpv),
    isNear: is(isOfBrand('Mercedes_Benz'), anyOf(isSuv, isEstate), hasLargeBoot),
  },
  { text: 'ferrari sedan', fitsQuestion: is(isOfBrand('Ferrari'), isSaloon), isNear: isOfBrand('Ferrari') },
  { text: 'tesla convertible', fitsQuestion: is(isOfBrand('Tesla'), isOpen), isNear: isOpen },
  {
    text: 'audi mpv',
    fitsQuestion: is(isOfBrand('Audi'), isMpv),
    isNear: is(isOfBrand('Audi'), anyOf(isSuv, textMatches(/avant/i))),
  },
  // The cars whose year is nearest to the wanted year come first.
  {
    text: 'volvo v60 2023',
    fitsQuestion: is(isModel('Volvo', /^V60/i), isBoughtBetween(2023, 2023)),
    isNear: anyOf(isModel('Volvo', /^V60/i), isBoughtBetween(2021, 2025)),
  },
  {
    text: 'audi 2016',
    fitsQuestion: is(isOfBrand('Audi'), isBoughtBetween(2016, 2016)),
    isNear: isBoughtBetween(2015, 2018),
  },
  {
    text: 'ah beng car',
    fitsQuestion: anyOf(
      isModel('Mercedes_Benz', /^AMG A/),
      isModel('Audi', /^(?:RS ?3|S3)/),
      textMatches(
        /type r|golf r|gti|cooper s|swift sport|john cooper|gr yaris|i30 n|m1\d\d|cupra|fiesta st|focus (?:st|rs)|\brs\b|veloster n|595|695/i,
      ),
    ),
    minimumShareFound: 0,
  },
];
