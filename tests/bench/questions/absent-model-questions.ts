import {
  anyOf,
  costsAtLeast,
  costsUpTo,
  hasLargeBoot,
  hasLowMileage,
  hasSeats,
  is,
  isBoughtBetween,
  isCoupe,
  isEstate,
  isHatchback,
  isManual,
  isModel,
  isMpv,
  isOfBrand,
  isOpen,
  isPainted,
  isSaloon,
  isSuv,
  isVan,
  type Question,
  textMatches,
  usesFuel,
} from './question.ts';

const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isElectric = usesFuel('electric');

/** Questions for models that may not be on sale. The nearest cars resemble the named model. */
export const absentModelQuestions: readonly Question[] = [
  {
    text: 'toyota sienta hybrid low mileage',
    fitsQuestion: is(isModel('Toyota', /sienta/i), isHybrid, hasLowMileage),
    isNear: is(hasSeats(7), costsUpTo(300_000)),
  },
  {
    text: 'honda vezel hybrid low mileage',
    fitsQuestion: is(isModel('Honda', /vezel/i), isHybrid, hasLowMileage),
    isNear: is(isSuv, costsUpTo(400_000)),
  },
  {
    text: 'toyota hybrid low mileage',
    fitsQuestion: is(isOfBrand('Toyota'), isHybrid, hasLowMileage),
    isNear: is(isHybrid, costsUpTo(300_000)),
  },
  {
    text: 'plug in hybrid volvo xc60 or xc90',
    fitsQuestion: is(isModel('Volvo', /XC[69]0/), usesFuel('plug-in hybrid')),
    isNear: is(isSuv, hasLargeBoot, costsAtLeast(60_000)),
  },
  {
    text: 'red lexus rx350',
    fitsQuestion: is(isModel('Lexus', /^RX ?350/), isPainted(/red/i)),
    isNear: is(isSuv, costsAtLeast(60_000)),
  },
  { text: 'peugeot 3008', fitsQuestion: isModel('Peugeot', /^3008/), isNear: isSuv },
  {
    text: 'peugeot 5008 diesel',
    fitsQuestion: is(isModel('Peugeot', /^5008/), usesFuel('diesel')),
    isNear: hasSeats(7),
  },
  { text: 'skoda superb', fitsQuestion: isModel('Skoda', /^superb/i), isNear: isSaloon },
  { text: 'opel astra', fitsQuestion: isModel('Opel', /^astra/i), isNear: isHatchback },
  { text: 'chevrolet orlando', fitsQuestion: isModel('Chevrolet', /^orlando/i), isNear: hasSeats(7) },
  { text: 'toyota innova', fitsQuestion: isModel('Toyota', /^innova/i), isNear: is(isMpv, hasSeats(7)) },
  { text: 'corolla cross hybrid', fitsQuestion: is(isModel('Toyota', /corolla cross/i), isHybrid), isNear: isSuv },
  { text: 'ora good cat', fitsQuestion: textMatches(/good cat/i), isNear: isElectric },
  { text: 'byd m6', fitsQuestion: isModel('BYD', /^M6/i), isNear: anyOf(isElectric, hasSeats(7)) },
  { text: 'vw id.4', fitsQuestion: isModel('Volkswagen', /^ID\.4/i), isNear: is(isElectric, isSuv) },
  { text: 'mazda3', fitsQuestion: isModel('Mazda', /^3/), isNear: anyOf(isSaloon, isHatchback) },
  { text: 'toyota 86', fitsQuestion: isModel('Toyota', /^(?:GR)?86/), isNear: isCoupe },
  {
    text: 'hiace van',
    fitsQuestion: is(isModel('Toyota', /hiace/i), isVan),
    isNear: anyOf(isVan, isMpv, isEstate),
  },
  // A word that also has another meaning, such as `city`, is read as the name of a model when it stands next to another
  // model name.
  ...['vios or city', 'city or vios', 'vios vs city'].map(
    (text): Question => ({
      text,
      fitsQuestion: anyOf(isModel('Toyota', /^vios/i), isModel('Honda', /^city/i)),
      isNear: isSaloon,
    }),
  ),
  {
    text: 'golf or jazz',
    fitsQuestion: anyOf(isModel('Volkswagen', /^golf/i), isModel('Honda', /^jazz/i)),
    isNear: isHatchback,
  },
  {
    text: 'note or march',
    fitsQuestion: anyOf(isModel('Nissan', /^note/i), isModel('Nissan', /^march/i)),
    isNear: isHatchback,
  },
  // When no car of the named make is on sale, cars of the kind that this make builds count as near.
  { text: 'byd', fitsQuestion: isOfBrand('BYD'), isNear: isElectric },
  { text: 'any xpeng', fitsQuestion: isOfBrand('Xpeng'), isNear: isElectric },
  { text: 'polestar suv', fitsQuestion: is(isOfBrand('Polestar'), isSuv), isNear: is(isElectric, isSuv) },
  {
    text: 'lexus',
    fitsQuestion: isOfBrand('Lexus'),
    isNear: is(anyOf(isSaloon, isSuv), anyOf(isHybrid, usesFuel('petrol')), costsAtLeast(60_000), costsUpTo(160_000)),
  },
  {
    text: 'any jaguar',
    fitsQuestion: isOfBrand('Jaguar'),
    isNear: is(anyOf(isSaloon, isSuv), anyOf(isHybrid, usesFuel('petrol')), costsUpTo(160_000)),
  },
  // The nearest cars are cars of this kind and year, followed by other cars with the same number of seats.
  {
    text: 'nissan sereena 2018',
    fitsQuestion: is(isModel('Nissan', /serena/i), isBoughtBetween(2018, 2018)),
    isNear: hasSeats(7),
  },
  {
    text: 'byd atto 3',
    fitsQuestion: isModel('BYD', /^Atto/i),
    isNear: is(isElectric, isSuv),
  },
  {
    text: 'cheap lexus',
    fitsQuestion: isOfBrand('Lexus'),
    minimumShareFound: 0.15,
    isNear: is(anyOf(isSaloon, isSuv), costsUpTo(60_000)),
  },
  { text: 'mini cooper s', fitsQuestion: isModel('MINI', /^Cooper S\b/i), isNear: isHatchback },
  { text: 'lotus', fitsQuestion: isOfBrand('Lotus'), isNear: anyOf(isCoupe, isOpen) },
  { text: 'land rover', fitsQuestion: isOfBrand('Land_Rover'), isNear: isSuv },
  // When no car has the wanted body type, cars with the wanted fuel count as near.
  {
    text: 'diesel van',
    fitsQuestion: is(usesFuel('diesel'), isVan),
    isNear: anyOf(usesFuel('diesel'), isMpv, isEstate),
  },
  { text: 'electric van', fitsQuestion: is(isElectric, isVan), isNear: isElectric },
  {
    text: 'black alphard',
    fitsQuestion: is(isModel('Toyota', /^alphard/i), isPainted(/black/i)),
    isNear: hasSeats(7),
  },
  {
    text: 'manual stick shift sporty',
    fitsQuestion: isManual,
    isNear: is(anyOf(isCoupe, isOpen), usesFuel('petrol'), costsUpTo(200_000)),
  },
];
