import {
  coeEndsBetween,
  costsAtLeast,
  costsUpTo,
  fitsNoCar,
  hasEngine,
  hasFigureBetween,
  hasSeats,
  is,
  isAutomatic,
  isBoughtBetween,
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
  isVan,
  type Question,
  readPriceInDollars,
  usesFuel,
} from './question.ts';

const isFrugal = usesFuel('hybrid', 'plug-in hybrid', 'electric');
const isLiftback: Question['fitsQuestion'] = ({ body }) => /liftback|fastback/i.test(body ?? '');
const hasFiveDoors: Question['fitsQuestion'] = (car) =>
  isHatchback(car) || isLiftback(car) || isEstate(car) || isSuv(car) || isMpv(car);
const year: Question['readSortValue'] = (car) => car.yearOfPurchase;

/** Questions about practical matters: work, engines, doors, daily routes, and uses that a buyer rules out. */
export const practicalQuestions: readonly Question[] = [
  // A van carries goods for work.
  { text: 'van for hawker', fitsQuestion: isVan },
  { text: 'fetch vegetables to market', fitsQuestion: isVan },
  { text: 'suv to carry goods', fitsQuestion: isSuv },
  { text: 'car for market stall', fitsQuestion: isVan },
  // A use that the buyer rules out sets no filter, and the search names its words as not used.
  { text: 'suv not taxi before', fitsQuestion: isSuv, unusedTexts: ['not taxi'] },
  { text: 'sedan never used as grab', fitsQuestion: isSaloon, unusedTexts: ['never used as grab'] },
  { text: 'sedan not for delivery', fitsQuestion: isSaloon, unusedTexts: ['not for delivery'] },
  { text: 'suv no hidden cost', fitsQuestion: isSuv, notes: ['site'] },
  // The following texts write `cc` for litres, because no engine has only one or two cubic centimetres.
  { text: '1.5cc or 1.6cc sedan', fitsQuestion: is(isSaloon, hasEngine(1_450, 1_649)) },
  { text: '2.0cc sedan', fitsQuestion: is(isSaloon, hasEngine(1_950, 2_049)) },
  { text: '1.0cc to 1.5cc', fitsQuestion: hasEngine(950, 1_549) },
  // Two places that describe the buyer's daily route are not read as the location of the car.
  { text: 'suv daily drive woodlands to chinatown', fitsQuestion: isSuv },
  { text: 'tampines to jurong suv', fitsQuestion: isSuv },
  { text: 'fuel save suv', fitsQuestion: is(isSuv, isFrugal) },
  { text: 'jimat minyak', fitsQuestion: isFrugal },
  { text: 'old model bmw', fitsQuestion: isOfBrand('BMW'), readSortValue: year },
  { text: 'audi previous generation', fitsQuestion: isOfBrand('Audi'), readSortValue: year },
  { text: 'suv aircon cold', fitsQuestion: isSuv, unusedTexts: ['aircon cold'] },
  { text: 'class 3a licence suv', fitsQuestion: is(isSuv, isAutomatic) },
  { text: 'suv class 3 licence', fitsQuestion: isSuv, unusedTexts: ['class 3 licence'] },
  // Doors.
  { text: 'five-door', fitsQuestion: hasFiveDoors, readSortValue: readPriceInDollars },
  { text: 'white 5 door', fitsQuestion: is(hasFiveDoors, isPainted(/white/i)) },
  { text: '5 door suv', fitsQuestion: isSuv },
  { text: 'five door hatch', fitsQuestion: isHatchback },
  { text: '5 door coupe', fitsQuestion: (car) => isLiftback(car) || isSaloon(car) },
  { text: 'no five-door', fitsQuestion: isNot(hasFiveDoors), minimumShareFound: 0.9 },
  { text: 'four-door suv', fitsQuestion: isSuv, unusedTexts: ['four-door'] },
  { text: '2 door', fitsQuestion: (car) => isCoupe(car) || isOpen(car) },
  // Short hand.
  { text: 'audi a3 hb', fitsQuestion: is(isModel('Audi', /^A3/), isHatchback) },
  { text: 'mercedes c200 wgn', fitsQuestion: is(isModel('Mercedes_Benz', /^C ?200/), isEstate) },
  { text: 'audi a4 fc', fitsQuestion: isModel('Audi', /^A4/), unusedTexts: ['fc'] },
  { text: 'tesla lr', fitsQuestion: isModel('Tesla', /Long Range/) },
  { text: 'tesla performance', fitsQuestion: isModel('Tesla', /Performance/) },
  { text: 'small car 4 family', fitsQuestion: is(isHatchback, hasSeats(5)) },
  { text: 'bhp > 200', fitsQuestion: (car) => (car.power ?? 0) >= 149 },
  { text: 'suv hp above 300', fitsQuestion: (car) => isSuv(car) && (car.power ?? 0) >= 224 },
  { text: 'mercedes > 200', fitsQuestion: isOfBrand('Mercedes_Benz') },
  // A property that the buyer merely accepts sets no filter.
  { text: 'suv coe car ok', fitsQuestion: isSuv },
  { text: 'parf or coe, suv', fitsQuestion: isSuv },
  { text: '0 downpayment suv', fitsQuestion: isSuv, readSortValue: readPriceInDollars, notes: ['down payment'] },
  // The engine and the trim of a model.
  { text: 'mercedes c180 1.6', fitsQuestion: is(isModel('Mercedes_Benz', /^C ?180/), hasEngine(1_550, 1_649)) },
  { text: 'bmw 116i 1.5a', fitsQuestion: is(isModel('BMW', /^116i/), hasEngine(1_450, 1_549), isAutomatic) },
  { text: 'audi a4 1.5 or 2.0', fitsQuestion: is(isModel('Audi', /^A4/), hasEngine(1_450, 2_049)) },
  { text: 'audi a4 luxury', fitsQuestion: isModel('Audi', /^A4/), unusedTexts: ['luxury'] },
  { text: 'harrier 2.0 premium', fitsQuestion: fitsNoCar, isNear: isSuv, unusedTexts: ['premium'] },
  { text: 'golf 1.4', fitsQuestion: is(isModel('Volkswagen', /^Golf/), hasEngine(1_350, 1_449)), isNear: isHatchback },
  {
    text: 'jazz 1.3a',
    fitsQuestion: is(isModel('Honda', /^Jazz/), hasEngine(1_250, 1_349), isAutomatic),
    isNear: isHatchback,
  },
  { text: 'wish 2012', fitsQuestion: is(isModel('Toyota', /^Wish/), isBoughtBetween(2012, 2012)) },
  {
    text: 'ferrari 0.5 to 1.2 million',
    fitsQuestion: is(isOfBrand('Ferrari'), costsAtLeast(500_000), costsUpTo(1_200_000)),
  },
  { text: 'suv 1.5 to 2.0', fitsQuestion: is(isSuv, hasEngine(1_450, 2_049)) },
  { text: 'suv hp 400', fitsQuestion: isSuv, unusedTexts: ['hp 400'] },
  { text: 'lexus es or is', fitsQuestion: isModel('Lexus', /^(?:ES|IS)/) },
  { text: 'suv 2.0 owners', fitsQuestion: isSuv, unusedTexts: ['2.0'] },
  // Questions about the end of the COE, and about the value of a car at its deregistration.
  { text: 'parf expiring 2028', fitsQuestion: coeEndsBetween('2028-01', '2028-12') },
  { text: 'suv expire 2029', fitsQuestion: is(isSuv, coeEndsBetween('2029-01', '2029-12')) },
  { text: 'suv warranty expiring 2027', fitsQuestion: isSuv, minimumShareFound: 0, unusedTexts: ['expiring'] },
  { text: 'paper value 20k and up', fitsQuestion: hasFigureBetween('parf', 20_000) },
  { text: 'suv dereg value > 25k', fitsQuestion: is(isSuv, hasFigureBetween('parf', 25_000)) },
  { text: 'suv paper value below 20k', fitsQuestion: isSuv, unusedTexts: ['paper value below 20k'] },
  { text: 'bmw 2020 reg', fitsQuestion: is(isOfBrand('BMW'), isBoughtBetween(2020, 2020)) },
  { text: 'suv car plate number', fitsQuestion: isSuv, unusedTexts: ['car plate number'] },
  { text: 'suv agent unit', fitsQuestion: isSuv, unusedTexts: ['agent unit'] },
  { text: 'euro 6 suv', fitsQuestion: isSuv, unusedTexts: ['euro 6'] },
  { text: 'white pearl suv', fitsQuestion: is(isSuv, isPainted(/white/i)) },
  { text: 'not diesel', fitsQuestion: usesFuel('petrol', 'hybrid', 'plug-in hybrid', 'electric') },
];
