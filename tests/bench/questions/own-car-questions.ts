import {
  anyOf,
  costsUpTo,
  fitsAnyCar,
  hasLargeBoot,
  hasSeats,
  is,
  isBoughtBetween,
  isHatchback,
  isModel,
  isMpv,
  isSaloon,
  isSuv,
  type Question,
  usesFuel,
} from './question.ts';

/**
 * Questions that name the buyer's present car. The search must not look for that car, except to compare other cars with
 * it.
 */
export const ownCarQuestions: readonly Question[] = [
  { text: 'my coe expiring in june want replacement below 85k', fitsQuestion: costsUpTo(85_000) },
  { text: 'changing from wish, need 7 seats again', fitsQuestion: hasSeats(7), notes: ['own car'] },
  { text: 'trade in my jazz for suv', fitsQuestion: isSuv, notes: ['own car', 'site'] },
  { text: 'i drive a civic now want suv under 150k', fitsQuestion: is(isSuv, costsUpTo(150_000)), notes: ['own car'] },
  {
    text: 'my current car is honda fit need more boot space',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: hasLargeBoot,
    notes: ['own car'],
  },
  { text: 'want to change my avante to something electric', fitsQuestion: usesFuel('electric'), notes: ['own car'] },
  { text: 'selling my altis to buy mpv', fitsQuestion: isMpv, notes: ['own car', 'site'] },
  {
    text: 'newer than my 2018 mazda 3',
    fitsQuestion: is(anyOf(isSaloon, isModel('Mazda', /^3\b/)), isBoughtBetween(2019)),
    // In a stock that has cars of the named model, the search finds only cars of that model.
    minimumShareFound: 0,
  },
  { text: 'replace my perodua myvi', fitsQuestion: isModel('Perodua', /^Myvi/), isNear: isHatchback },
];
