import {
  anyCar,
  anyOf,
  costsUpTo,
  depreciatesUpTo,
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
  noCar,
  priceInDollars,
  type Question,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isEconomicalOnLongDrives = anyOf(isHybrid, usesFuel('diesel'), hasLongRange);

/** Questions with a wish for low prices beside another order, a range, what is not wanted, and long drives. */
export const preferenceQuestions: readonly Question[] = [
  // A wish for cheap cars orders the cars by price.
  {
    text: 'coe car cheap cheap can already',
    fitsQuestion: anyCar,
    minimumShareFound: 0.2,
    orderedBy: priceInDollars,
    notes: ['no renewed COE'],
  },
  // When no car states the wanted fact, the search must not find all cars.
  { text: 'coe car', fitsQuestion: noCar, isNear: hasCoeYears(8), notes: ['no renewed COE'] },
  { text: 'new coe renewed car', fitsQuestion: noCar, isNear: hasCoeYears(8), notes: ['no renewed COE'] },
  { text: 'coe renewed', fitsQuestion: noCar, isNear: hasCoeYears(8), notes: ['no renewed COE'] },
  { text: 'opc', fitsQuestion: noCar, isNear: depreciatesUpTo(15_000), notes: ['no off-peak car'] },
  { text: 'red plate car', fitsQuestion: noCar, isNear: depreciatesUpTo(15_000), notes: ['no off-peak car'] },
  { text: 'cheap low mileage car', fitsQuestion: hasLowMileage, minimumShareFound: 0.2, orderedBy: priceInDollars },
  // Different words for a long range.
  { text: 'electric car with good range', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'ev with big battery', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'ev no range anxiety', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'charge once a week', fitsQuestion: isElectric, fitsFirstCars: hasLongRange },
  { text: 'suv ev that can go far', fitsQuestion: is(isElectric, isSuv) },
  // Something that the buyer does not want is no wish, also when the negation comes after it.
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
  { text: 'suv, sunroof not needed', fitsQuestion: isSuv, droppedTexts: ['sunroof not needed'] },
  {
    text: 'family car 7 seater not necessary below 150k',
    fitsQuestion: is(hasSeats(5), costsUpTo(150_000)),
    droppedTexts: ['7 seater not necessary'],
  },
  // On long drives, diesels are economical, too.
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
  // A car for the weekend is for pleasure, unless the off-peak scheme is named.
  { text: 'weekend car', fitsQuestion: anyCar, fitsFirstCars: anyOf(isCoupe, isOpen), notes: ['no off-peak car'] },
  {
    text: 'weekend car OPC',
    fitsQuestion: noCar,
    isNear: depreciatesUpTo(15_000),
    notes: ['no off-peak car'],
  },
  { text: 'weekend drives', fitsQuestion: anyCar, fitsFirstCars: anyOf(isCoupe, isOpen) },
  // The words of a phrase count one by one.
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
