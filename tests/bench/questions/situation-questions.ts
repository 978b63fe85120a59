import type { CatalogueEntry } from '@carhouse/search/query/entry';
import {
  anyOf,
  costsUpTo,
  fitsAnyCar,
  hasHighSeats,
  hasInstalmentUpTo,
  hasLargeBoot,
  hasMonthlyCostUpTo,
  hasSeats,
  is,
  isBoughtBetween,
  isHatchback,
  isModel,
  isMpv,
  isNotLarge,
  isOfBrand,
  isPainted,
  isSuv,
  type Question,
  textMatches,
} from './question.ts';

/** Small cars: hatchbacks, and the smallest SUVs and saloons. */
const isSmall = anyOf(
  isHatchback,
  isModel('Audi', /^(?:Q2|S?A[13])/),
  isModel('Mercedes_Benz', /^(?:GLA|EQA)/),
  (car) =>
    /^(?:X[12]|iX[12]|CX-?3|UX|CT|LBX|Kicks|Juke|Stonic|Renegade|Kamiq|2008|Captur|EX30|Venue|Raize|Yaris|Rush|Vios|City|WR-?V|March|Note|Attrage|500|C3|Mokka)/.test(
      car.title,
    ),
);

const rankThreeIsofix = (car: CatalogueEntry): number =>
  textMatches(/\bisofix/i)(car) && textMatches(/\bthree/i)(car) ? 0 : 1;
const loanNotes = ['down payment', 'instalment'] as const;

/**
 * Questions in which the number of seats is a sum of people, or that name a loan with an amount, a make whose name is
 * an ordinary word, or a large load.
 */
export const situationQuestions: readonly Question[] = [
  { text: 'car for 3 kids and grandparents', fitsQuestion: hasSeats(7) },
  { text: '3 kids and 2 grandparents', fitsQuestion: hasSeats(7) },
  { text: 'me my wife 4 kids and maid', fitsQuestion: hasSeats(7) },
  { text: 'wife, two kids and both my parents', fitsQuestion: hasSeats(7) },
  { text: 'couple with 3 kids plus helper', fitsQuestion: hasSeats(7) },
  { text: 'suv for 2 adults and 3 kids', fitsQuestion: is(isSuv, hasSeats(5)) },
  { text: '2 kids and maid', fitsQuestion: hasSeats(5), fitsFirstCars: hasLargeBoot },
  { text: 'family of 5 plus helper below 200k', fitsQuestion: is(hasSeats(7), costsUpTo(200_000)) },
  { text: 'no downpayment 1k monthly', fitsQuestion: hasInstalmentUpTo(1_000), notes: loanNotes },
  { text: 'no down payment 1k instalment', fitsQuestion: hasInstalmentUpTo(1_000), notes: loanNotes },
  { text: 'zero down 800 a month', fitsQuestion: hasInstalmentUpTo(800), notes: loanNotes },
  { text: 'suv 1.5k installment', fitsQuestion: is(isSuv, hasInstalmentUpTo(1_500)), notes: ['instalment'] },
  { text: 'full loan $1300', fitsQuestion: hasInstalmentUpTo(1_300), notes: loanNotes },
  { text: 'bmw 1k', fitsQuestion: isOfBrand('BMW'), unusedTexts: ['1k'] },
  { text: '1.5k a month all in', fitsQuestion: hasMonthlyCostUpTo(1_500), notes: ['cost of a month'] },
  { text: 'used mini', fitsQuestion: isOfBrand('MINI') },
  { text: 'mini', fitsQuestion: isOfBrand('MINI') },
  { text: 'red mini', fitsQuestion: is(isOfBrand('MINI'), isPainted(/red/i)) },
  { text: 'smart for sale', fitsQuestion: isOfBrand('Smart') },
  { text: 'hoda', fitsQuestion: isOfBrand('Honda') },
  {
    text: 'need car can fit wheelchair',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(is(hasLargeBoot, hasHighSeats), textMatches(/wheelchair/i)),
    unusedTexts: ['wheelchair'],
  },
  {
    text: 'porsche 911 or r8',
    fitsQuestion: anyOf(isModel('Porsche', /^911/), isModel('Audi', /^R8/)),
    isNear: () => true,
  },
  { text: 'cx5 2019 and newer', fitsQuestion: is(isModel('Mazda', /^CX-?5/), isBoughtBetween(2019)), isNear: isSuv },
  {
    text: 'no ferrari no lambo supercar',
    fitsQuestion: (car) => !isOfBrand('Ferrari', 'Lamborghini')(car),
    minimumShareFound: 0,
    fitsFirstCars: (car) => (car.power ?? 0) >= 250 || isOfBrand('McLaren', 'Bugatti', 'Pagani', 'Aston_Martin')(car),
  },
  {
    text: 'big boot for golf bags and stroller',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(hasLargeBoot, textMatches(/golf bags/i)),
  },
  { text: 'sliding doors', fitsQuestion: isMpv, unusedTexts: ['sliding doors'] },
  ...['golf bags', 'big boot for golf bags', 'car for golf clubs'].map(
    (text): Question => ({
      text,
      fitsQuestion: fitsAnyCar,
      // A car whose description mentions golf bags comes before other suitable cars.
      readSortValue: (car) => (textMatches(/\bgolf[ -](?:bags?|clubs?|sets?)\b/i)(car) ? 0 : 1),
    }),
  ),
  { text: 'small car easy to park', fitsQuestion: isNotLarge, fitsFirstCars: isSmall, minimumShareFound: 0.1 },
  // A car whose description mentions three Isofix seats comes first.
  { text: 'can fit 3 child seats at the back', fitsQuestion: hasSeats(5), readSortValue: rankThreeIsofix },
  { text: 'three isofix', fitsQuestion: hasSeats(5), readSortValue: rankThreeIsofix },
  {
    text: 'boot space big enough for 2 golf bags',
    fitsQuestion: fitsAnyCar,
    readSortValue: (car) => (textMatches(/two golf bags/i)(car) ? 0 : 1),
  },
  {
    text: 'ang moh car below 90k',
    fitsQuestion: is(
      isOfBrand(
        ...'Mercedes_Benz|BMW|Audi|Porsche|Volkswagen|Volvo|MINI|Peugeot|Citroën|Citroen|Renault|Skoda|SEAT|Opel|Jaguar|Land_Rover|Ferrari|Lamborghini|Maserati|Alfa_Romeo|Rolls_Royce|Bentley|Aston_Martin|McLaren|Fiat|Polestar'.split(
          '|',
        ),
      ),
      costsUpTo(90_000),
    ),
  },
];
