import {
  anyOf,
  costsUpTo,
  depreciatesUpTo,
  fitsAnyCar,
  fitsNoCar,
  hasCoeYears,
  hasHighSeats,
  hasInstalmentUpTo,
  hasLowMileage,
  hasMileageUpTo,
  hasMonthlyCostUpTo,
  hasOwnersUpTo,
  hasSeats,
  hasYearsOfUseUpTo,
  is,
  isAutomatic,
  isBoughtBetween,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
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

const isElectric = usesFuel('electric');
const isHybrid = usesFuel('hybrid', 'plug-in hybrid');
const isFrugal = usesFuel('hybrid', 'plug-in hybrid', 'electric');
const isRoomy = anyOf(isEstate, isSuv, isMpv);
const isSmall = anyOf(isHatchback, isSuv);
const isColourful = isPainted(/^(?!.*(?:black|white|grey|gray|silver|beige|brown|champagne|cream)).+$/i);
const isNotPainted = (pattern: RegExp) => is(isPainted(/./), (car) => !isPainted(pattern)(car));
const isNotOfBrand =
  (...brands: readonly string[]) =>
  (car: Parameters<Question['fitsQuestion']>[0]): boolean =>
    !isOfBrand(...brands)(car);
const fitsEveryCar = (): boolean => true;
const lowMinimumShare = 0.05;
const readDepreciation: Question['readSortValue'] = (car) => car.depreciation;
const price: Question['readSortValue'] = readPriceInDollars;
const isInCategory = (category: number) => (car: Parameters<Question['fitsQuestion']>[0]) =>
  car.coeCategory === category;

/** Questions that visitors of the demo asked and that were not answered well, and further ones of their kinds. */
export const askedQuestions: readonly Question[] = [
  // Words that set no filter only change the order: cars that match the words come first.
  {
    text: 'cheap and good lah, dun break down can liao',
    fitsQuestion: fitsEveryCar,
    minimumShareFound: 0.2,
    unusedTexts: ['dun break down'],
  },
  {
    text: 'car to drive up to Malaysia every week fuel efficient',
    fitsQuestion: usesFuel('hybrid', 'plug-in hybrid', 'electric', 'diesel'),
  },
  { text: 'suv that my family will use every weekend', fitsQuestion: is(isSuv, hasSeats(5)) },
  { text: 'fully loaded mercedes', fitsQuestion: isOfBrand('Mercedes_Benz'), unusedTexts: ['fully loaded'] },
  { text: 'ev with long range for sales job', fitsQuestion: isElectric, fitsFirstCars: textMatches(/range/i) },
  // Questions that list what the buyer does not want.
  { text: 'not black or white, bright colour sedan', fitsQuestion: is(isSaloon, isColourful), readSortValue: price },
  {
    text: 'no red or yellow coupe',
    fitsQuestion: is((car) => /coup/i.test(car.body ?? ''), isNotPainted(/red|yellow/i)),
  },
  { text: 'sedan except silver or grey', fitsQuestion: is(isSaloon, isNotPainted(/silver|gr[ea]y/i)) },
  { text: "don't want audi, bmw or tesla", fitsQuestion: isNotOfBrand('Audi', 'BMW', 'Tesla') },
  {
    text: 'dun want tesla, electric suv',
    fitsQuestion: is(isElectric, isSuv, isNotOfBrand('Tesla')),
    minimumShareFound: 0.6,
  },
  {
    text: 'anything but mercedes or bmw, sedan below 120k',
    fitsQuestion: is(isSaloon, costsUpTo(120_000), isNotOfBrand('Mercedes_Benz', 'BMW')),
    minimumShareFound: 0.9,
  },
  { text: 'other than electric and hybrid, hatchback', fitsQuestion: is(isHatchback, usesFuel('petrol', 'diesel')) },
  {
    text: 'non electric suv below 120k',
    fitsQuestion: is(isSuv, costsUpTo(120_000), usesFuel('petrol', 'diesel', 'hybrid', 'plug-in hybrid')),
  },
  { text: 'not white, blue suv', fitsQuestion: is(isSuv, isPainted(/blue|navy/i)) },
  // Ranges of years and of seats.
  {
    text: 'registered 2021 or later budget 120k',
    fitsQuestion: is(isBoughtBetween(2021), costsUpTo(120_000)),
    readSortValue: price,
  },
  { text: 'registered 2021 onwards', fitsQuestion: isBoughtBetween(2021) },
  { text: '2022 and above 7 seater', fitsQuestion: is(isBoughtBetween(2022), hasSeats(7)) },
  { text: 'at least 2022 hybrid', fitsQuestion: is(isBoughtBetween(2022), isHybrid) },
  {
    text: 'not older than 2021, below 100k, auto',
    fitsQuestion: is(isBoughtBetween(2021), costsUpTo(100_000), isAutomatic),
  },
  { text: 'registered between 2019 and 2021 suv', fitsQuestion: is(isBoughtBetween(2019, 2021), isSuv) },
  {
    text: 'jap car not more than 5 years old',
    fitsQuestion: is(
      isOfBrand(
        'Toyota',
        'Honda',
        'Nissan',
        'Mazda',
        'Mitsubishi',
        'Subaru',
        'Suzuki',
        'Lexus',
        'Infiniti',
        'Daihatsu',
        'Isuzu',
      ),
      hasYearsOfUseUpTo(4),
    ),
  },
  { text: '6 or 7 seats', fitsQuestion: hasSeats(6, 7) },
  { text: '5 to 7 seater suv', fitsQuestion: is(isSuv, hasSeats(5)) },
  // A superlative sets the order of the cars.
  { text: 'cheapest depreciation sedan', fitsQuestion: isSaloon, readSortValue: readDepreciation },
  { text: 'lowest cost of ownership 7 seater', fitsQuestion: hasSeats(7), readSortValue: readDepreciation },
  {
    text: 'longest remaining coe hybrid',
    fitsQuestion: isHybrid,
    readSortValue: (car) => (car.coeExpiresOn === null ? null : -car.coeExpiresOn),
  },
  {
    text: 'most powerful audi',
    fitsQuestion: isOfBrand('Audi'),
    readSortValue: (car) => (car.power === null ? null : -car.power),
  },
  { text: 'car with cheapest road tax', fitsQuestion: fitsEveryCar, readSortValue: (car) => car.roadTax },
  { text: 'least driven convertible', fitsQuestion: isOpen, readSortValue: (car) => car.mileageKm },
  { text: 'youngest bmw', fitsQuestion: isOfBrand('BMW'), readSortValue: (car) => -car.yearOfPurchase },
  { text: 'fewest owners mercedes', fitsQuestion: is(isOfBrand('Mercedes_Benz'), hasOwnersUpTo(1)) },
  { text: 'best range electric sedan', fitsQuestion: is(isElectric, isSaloon) },
  {
    text: 'cheapest monthly instalment tesla',
    fitsQuestion: isOfBrand('Tesla'),
    readSortValue: (car) => car.instalment,
    notes: ['instalment'],
  },
  // Questions with monthly amounts and with down payments.
  {
    text: 'monthly instalment under $800',
    fitsQuestion: hasInstalmentUpTo(800),
    isNear: hasInstalmentUpTo(1_300),
    notes: ['instalment'],
  },
  { text: 'instalment not more than 1200 a month', fitsQuestion: hasInstalmentUpTo(1_200), notes: ['instalment'] },
  {
    text: '7 seater below 1200 a month',
    fitsQuestion: is(hasSeats(7), hasInstalmentUpTo(1_200)),
    notes: ['amount a month'],
  },
  {
    text: 'can I get a car for $1500 a month all in',
    fitsQuestion: hasMonthlyCostUpTo(1_500),
    notes: ['cost of a month'],
  },
  { text: 'zero downpayment', fitsQuestion: fitsEveryCar, readSortValue: price, notes: ['down payment'] },
  { text: '10% down payment suv', fitsQuestion: isSuv, readSortValue: price, notes: ['down payment'] },
  {
    text: 'full loan mercedes',
    fitsQuestion: isOfBrand('Mercedes_Benz'),
    readSortValue: price,
    notes: ['down payment'],
  },
  // Questions about the COE.
  { text: '1.6 cat A coe car', fitsQuestion: isInCategory(1) },
  { text: 'cat b suv below 130k', fitsQuestion: is(isInCategory(2), isSuv, costsUpTo(130_000)) },
  {
    text: 'newly renewed 10 year coe',
    fitsQuestion: fitsNoCar,
    isNear: hasCoeYears(8),
    notes: ['no renewed COE'],
  },
  {
    text: 'off peak car below 60k',
    fitsQuestion: costsUpTo(60_000),
    readSortValue: readDepreciation,
    notes: ['no off-peak car'],
  },
  { text: 'weekend car or opc', fitsQuestion: fitsNoCar, isNear: depreciatesUpTo(15_000), notes: ['no off-peak car'] },
  {
    text: 'coe more than 6 years below 130k',
    fitsQuestion: is(hasCoeYears(6), costsUpTo(130_000)),
    minimumShareFound: 0.98,
  },
  // Questions that describe the situation of the buyer.
  {
    text: 'first car for new driver, small and easy to park',
    fitsQuestion: fitsAnyCar,
    minimumShareFound: 0.05,
    fitsFirstCars: anyOf(isSmall, textMatches(/Attrage|\bA ?\d{3}\b/)),
  },
  { text: 'car for mum with knee problem', fitsQuestion: fitsAnyCar, fitsFirstCars: hasHighSeats },
  { text: 'something for my parents, easy to get in and out', fitsQuestion: fitsAnyCar, fitsFirstCars: hasHighSeats },
  {
    text: 'boot space for golf bags and stroller',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: anyOf(is(isRoomy, costsUpTo(400_000)), textMatches(/golf bags/i)),
  },
  {
    text: 'space for two bicycles and a dog',
    fitsQuestion: fitsAnyCar,
    fitsFirstCars: is(isRoomy, costsUpTo(400_000)),
  },
  { text: 'camping gear and surfboard', fitsQuestion: fitsAnyCar, fitsFirstCars: isRoomy },
  {
    text: 'long road trips to penang with family of five',
    fitsQuestion: hasSeats(5),
    fitsFirstCars: is(anyOf(isFrugal, usesFuel('diesel')), costsUpTo(300_000)),
  },
  {
    text: 'red hot hatch',
    fitsQuestion: is(isHatchback, isPainted(/red/i), textMatches(/AMG|RS ?3|S3|M1|GTI|Type R/)),
    minimumShareFound: 0,
    isNear: anyOf(isHatchback, textMatches(/AMG A|RS 3/)),
  },
  { text: 'good for pregnant wife and baby seat', fitsQuestion: hasSeats(5), fitsFirstCars: isRoomy },
  { text: 'work at jurong east, cheap ev', fitsQuestion: isElectric, minimumShareFound: lowMinimumShare },
  {
    text: 'reliable commuter from punggol to tuas daily, save petrol',
    fitsQuestion: isFrugal,
    unusedTexts: ['reliable'],
  },
  // Questions for models that the demo does not have on sale.
  {
    text: 'porche macan',
    fitsQuestion: isModel('Porsche', /macan/i),
    isNear: is(isSuv, (car) => readPriceInDollars(car) >= 150_000),
  },
  {
    text: 'lexus nx',
    fitsQuestion: isModel('Lexus', /^NX/i),
    isNear: is(isSuv, (car) => readPriceInDollars(car) >= 150_000),
  },
  {
    text: 'mazda 3 or civic',
    fitsQuestion: anyOf(isModel('Mazda', /^3/), isModel('Honda', /civic/i)),
    minimumShareFound: 0,
    isNear: isSaloon,
  },
  {
    text: 'hyundai avante or kia cerato lower than 12k depreciation',
    fitsQuestion: is(depreciatesUpTo(12_000), anyOf(isModel('Hyundai', /avante/i), isModel('Kia', /cerato/i))),
    isNear: isSaloon,
  },
  { text: 'honda vezel under 80k', fitsQuestion: is(isModel('Honda', /vezel/i), costsUpTo(80_000)), isNear: isSuv },
  { text: 'kia carnival 8 seater', fitsQuestion: is(isModel('Kia', /carnival/i), hasSeats(8)), isNear: hasSeats(7) },
  { text: 'diesel mpv', fitsQuestion: is(usesFuel('diesel'), isMpv), isNear: isMpv },
  { text: 'byd dolphin', fitsQuestion: isModel('BYD', /dolphin/i), isNear: isElectric },
  { text: 'range rover', fitsQuestion: isOfBrand('Land_Rover'), minimumShareFound: 0.5, isNear: isSuv },
  { text: 'mazda cx5 low mileage', fitsQuestion: is(isModel('Mazda', /cx-?5/i), hasLowMileage), isNear: isSuv },
  {
    text: 'tesla under 30k km 1 owner',
    fitsQuestion: is(isOfBrand('Tesla'), hasMileageUpTo(30_000), hasOwnersUpTo(1)),
  },
];
