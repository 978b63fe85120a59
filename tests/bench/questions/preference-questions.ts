import {
  anyOf,
  costsUpTo,
  depreciatesUpTo,
  fitsAnyCar,
  fitsNoCar,
  hasCoeYears,
  hasLargeBoot,
  hasLongRange,
  hasLowMileage,
  hasSeats,
  is,
  isCoupe,
  isModel,
  isMpv,
  isOfBrand,
  isOpen,
  isPainted,
  isSaloon,
  isSuv,
  type Question,
  readPriceInDollars,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isEconomicalOnLongDrives = anyOf(isHybrid, usesFuel('diesel'), hasLongRange);

/**
 * Questions with a wish for low prices and a second sort order, with a range, with unwanted properties, and with long
 * drives.
 */
export const preferenceQuestions: readonly Question[] = [
  // A wish for cheap cars orders the cars by price.
  {
    text: 'coe car cheap cheap can already',
    fitsQuestion: fitsAnyCar,
    minimumShareFound: 0.2,
    readSortValue: readPriceInDollars,
    notes: ['no renewed COE'],
  },
  // When no car states the wanted fact, the search must not find all cars.
  { text: 'coe car', fitsQuestion: fitsNoCar, isNear: hasCoeYears(8), notes: ['no renewed COE'] },
  { text: 'new coe renewed car', fitsQuestion: fitsNoCar, isNear: hasCoeYears(8), notes: ['no renewed COE'] },
  { text: 'coe renewed', fitsQuestion: fitsNoCar, isNear: hasCoeYears(8), notes: ['no renewed COE'] },
  { text: 'opc', fitsQuestion: fitsNoCar, isNear: depreciatesUpTo(15_000), notes: ['no off-peak car'] },
  { text: 'red plate car', fitsQuestion: fitsNoCar, isNear: depreciatesUpTo(15_000), notes: ['no off-peak car'] },
  {
    text: 'cheap low mileage car',
    fitsQuestion: hasLowMileage,
    minimumShareFound: 0.2,
    readSortValue: readPriceInDollars,
  },
  // Different words for a long range.
  { text: 'electric car with good range', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'ev with big battery', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'ev no range anxiety', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'charge once a week', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'suv ev that can go far', fitsQuestion: is(isElectric, isSuv) },
  // A property that the buyer does not want sets no filter, even when the negation follows the property.
  {
    text: 'phv car for grab, diesel no need, hybrid better',
    fitsQuestion: is(isHybrid, anyOf(isSaloon, isMpv), hasSeats(5)),
    minimumShareFound: 0.9,
    notes: ['private hire'],
  },
  { text: 'suv, diesel dun want', fitsQuestion: is(isSuv, (car) => car.fuel !== null && car.fuel !== 'diesel') },
  {
    text: 'white no need, sedan',
    fitsQuestion: is(isSaloon, (car) => !isPainted(/white/i)(car)),
    minimumShareFound: 0.9,
  },
  {
    text: "suv but bmw also don't want",
    fitsQuestion: is(isSuv, (car) => !isOfBrand('BMW')(car)),
    minimumShareFound: 0.8,
  },
  { text: 'suv, sunroof not needed', fitsQuestion: isSuv, unusedTexts: ['sunroof not needed'] },
  {
    text: 'family car 7 seater not necessary below 150k',
    fitsQuestion: is(hasSeats(5), costsUpTo(150_000)),
    unusedTexts: ['7 seater not necessary'],
  },
  // On long drives, diesel cars count as economical as well.
  {
    text: 'car for going malaysia every weekend, save petrol',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric', 'diesel'),
    fitsFirstCars: isEconomicalOnLongDrives,
  },
  {
    text: 'fuel saving car to drive to kl',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric', 'diesel'),
    fitsFirstCars: isEconomicalOnLongDrives,
  },
  {
    text: 'no diesel, save petrol, for malaysia trips',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric'),
  },
  // A question for a weekend car asks for a car for pleasure, unless the text names the off-peak car scheme.
  { text: 'weekend car', fitsQuestion: fitsAnyCar, fitsFirstCars: anyOf(isCoupe, isOpen), notes: ['no off-peak car'] },
  {
    text: 'weekend car OPC',
    fitsQuestion: fitsNoCar,
    isNear: depreciatesUpTo(15_000),
    notes: ['no off-peak car'],
  },
  { text: 'weekend drives', fitsQuestion: fitsAnyCar, fitsFirstCars: anyOf(isCoupe, isOpen) },
  // The search reads each word of a phrase separately.
  { text: 'newborn coming, wife wants suv', fitsQuestion: is(isSuv, hasSeats(5)), fitsFirstCars: hasLargeBoot },
  {
    text: 'baby on the way below 150k',
    fitsQuestion: is(hasSeats(5), costsUpTo(150_000)),
    fitsFirstCars: hasLargeBoot,
  },
  { text: 'two car seats and a pram', fitsQuestion: hasSeats(5), fitsFirstCars: hasLargeBoot },
  // Questions for cars of the size of a named model.
  {
    text: 'like a porsche macan but cheaper',
    fitsQuestion: isSuv,
    minimumShareFound: 0.1,
    fitsFirstCars: anyOf(hasLargeBoot, isModel('Porsche', /macan/i)),
  },
  { text: 'small suv like honda vezel but cheaper', fitsQuestion: isSuv, minimumShareFound: 0 },
];
