import {
  anyCar,
  anyOf,
  coeYears,
  costsUpTo,
  depreciatesUpTo,
  dollars,
  goesFar,
  hasLargeBoot,
  hasLowMileage,
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
  type Question,
  seats,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isEconomicalFarAway = anyOf(isHybrid, usesFuel('diesel'), goesFar);

/** Questions with a wish for low prices beside another order, a range, what is not wanted, and long drives. */
export const preferenceQuestions: readonly Question[] = [
  // A wish for cheap cars decides the order.
  {
    text: 'coe car cheap cheap can already',
    fitsQuestion: anyCar,
    findsAtLeast: 0.2,
    orderedBy: dollars,
    notes: ['no renewed COE'],
  },
  // Not every car is an answer to a fact that none states.
  { text: 'coe car', fitsQuestion: noCar, isNear: coeYears(8), notes: ['no renewed COE'] },
  { text: 'new coe renewed car', fitsQuestion: noCar, isNear: coeYears(8), notes: ['no renewed COE'] },
  { text: 'coe renewed', fitsQuestion: noCar, isNear: coeYears(8), notes: ['no renewed COE'] },
  { text: 'opc', fitsQuestion: noCar, isNear: depreciatesUpTo(15_000), notes: ['no off-peak car'] },
  { text: 'red plate car', fitsQuestion: noCar, isNear: depreciatesUpTo(15_000), notes: ['no off-peak car'] },
  { text: 'cheap low mileage car', fitsQuestion: hasLowMileage, findsAtLeast: 0.2, orderedBy: dollars },
  // A long range, however it is said.
  { text: 'electric car with good range', fitsQuestion: isElectric, firstFit: goesFar },
  { text: 'ev with big battery', fitsQuestion: isElectric, firstFit: goesFar },
  { text: 'ev no range anxiety', fitsQuestion: isElectric, firstFit: goesFar },
  { text: 'charge once a week', fitsQuestion: isElectric, firstFit: goesFar },
  { text: 'suv ev that can go far', fitsQuestion: is(isElectric, isSuv) },
  // What is not wanted is no wish, also when the negation follows.
  {
    text: 'phv car for grab, diesel no need, hybrid better',
    fitsQuestion: is(isHybrid, anyOf(isSaloon, isMpv), seats(5)),
    findsAtLeast: 0.9,
    notes: ['private hire'],
  },
  { text: 'suv, diesel dun want', fitsQuestion: is(isSuv, (car) => car.fuel !== null && car.fuel !== 'diesel') },
  { text: 'white no need, sedan', fitsQuestion: is(isSaloon, (car) => !isPainted(/white/i)(car)), findsAtLeast: 0.9 },
  { text: "suv but bmw also don't want", fitsQuestion: is(isSuv, (car) => !isOfBrand('BMW')(car)), findsAtLeast: 0.8 },
  { text: 'suv, sunroof not needed', fitsQuestion: isSuv, droppedTexts: ['sunroof not needed'] },
  {
    text: 'family car 7 seater not necessary below 150k',
    fitsQuestion: is(seats(5), costsUpTo(150_000)),
    droppedTexts: ['7 seater not necessary'],
  },
  // On long drives, diesels are economical, too.
  {
    text: 'car for going malaysia every weekend, save petrol',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric', 'diesel'),
    firstFit: isEconomicalFarAway,
  },
  {
    text: 'fuel saving car to drive to kl',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric', 'diesel'),
    firstFit: isEconomicalFarAway,
  },
  {
    text: 'no diesel, save petrol, for malaysia trips',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric'),
  },
  // A car for the weekend is for pleasure, unless the off-peak scheme is named.
  { text: 'weekend car', fitsQuestion: anyCar, firstFit: anyOf(isCoupe, isOpen), notes: ['no off-peak car'] },
  {
    text: 'weekend car OPC',
    fitsQuestion: noCar,
    isNear: depreciatesUpTo(15_000),
    notes: ['no off-peak car'],
  },
  { text: 'weekend drives', fitsQuestion: anyCar, firstFit: anyOf(isCoupe, isOpen) },
  // Phrases of descriptions count word by word.
  { text: 'newborn coming, wife wants suv', fitsQuestion: is(isSuv, seats(5)), firstFit: hasLargeBoot },
  { text: 'baby on the way below 150k', fitsQuestion: is(seats(5), costsUpTo(150_000)), firstFit: hasLargeBoot },
  { text: 'two car seats and a pram', fitsQuestion: seats(5), firstFit: hasLargeBoot },
  // The size of a model that others should be like.
  {
    text: 'like a porsche macan but cheaper',
    fitsQuestion: isSuv,
    findsAtLeast: 0.1,
    firstFit: anyOf(hasLargeBoot, isModel('Porsche', /macan/i)),
  },
  { text: 'small suv like honda vezel but cheaper', fitsQuestion: isSuv, findsAtLeast: 0 },
];
