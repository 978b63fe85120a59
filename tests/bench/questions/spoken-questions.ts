import {
  anyOf,
  coeEndsWithinYears,
  costsAtLeast,
  costsUpTo,
  depreciatesUpTo,
  hasLowMileage,
  hasMileageUpTo,
  hasSeats,
  is,
  isCoupe,
  isEstate,
  isHatchback,
  isModel,
  isMpv,
  isOfBrand,
  isPainted,
  isPickup,
  isSuv,
  isVan,
  type Question,
  textMatches,
  usesFuel,
} from './question.ts';

const isElectric = usesFuel('electric');
const isLorry = ({ body }: { readonly body: string | null }): boolean => body !== null && /lorry|truck/i.test(body);

/**
 * Questions as buyers in Singapore say them: with tags such as `or not`, with words of the trade, with trims after a
 * model, and with amounts that no listing has.
 */
export const spokenQuestions: readonly Question[] = [
  // The tag `or not` excludes no cars.
  { text: 'can or not suv below 150', fitsQuestion: is(isSuv, costsUpTo(150_000)) },
  { text: 'suv or not also can below 200k', fitsQuestion: is(isSuv, costsUpTo(200_000)) },
  { text: 'merc below 100k anot', fitsQuestion: is(isOfBrand('Mercedes_Benz'), costsUpTo(100_000)) },
  { text: 'suv ard 100k liao', fitsQuestion: is(isSuv, costsAtLeast(90_000), costsUpTo(110_000)) },
  {
    text: '7 seater for lau peh and lau bu under 100k',
    fitsQuestion: is(hasSeats(7), costsUpTo(100_000)),
    fitsFirstCars: anyOf(isSuv, isMpv),
  },
  { text: 'condi good low milage', fitsQuestion: hasLowMileage, unusedTexts: ['condi good'] },
  { text: 'mercs cla below 100 grand', fitsQuestion: is(isModel('Mercedes_Benz', /CLA/), costsUpTo(100_000)) },
  { text: '90 grand budget hatch', fitsQuestion: is(isHatchback, costsUpTo(90_000)) },
  { text: 'blk suv', fitsQuestion: is(isSuv, isPainted(/black/i)) },
  // A trim or a further word of a model's name narrows the search to that model and adds no other model.
  { text: 'c180 avantgarde', fitsQuestion: isModel('Mercedes_Benz', /^C ?180/), minimumShareFound: 0 },
  { text: 'audi q5 or q7', fitsQuestion: isModel('Audi', /Q[57]/) },
  { text: 'merc glc coupe', fitsQuestion: isModel('Mercedes_Benz', /GLC.*Coup/) },
  // A make or model without cars on sale is not corrected to a make or model with a similar name.
  { text: 'bently continental gt', fitsQuestion: isModel('Bentley', /continental gt\b/i), isNear: isCoupe },
  { text: 'toyata harier', fitsQuestion: isModel('Toyota', /harrier/i), isNear: isSuv },
  { text: 'range rover evoque', fitsQuestion: isModel('Land_Rover', /range rover evoque/i), isNear: isSuv },
  // The amounts in the following questions are not the price.
  { text: 'suv downpayment 20k', fitsQuestion: isSuv, notes: ['down payment'], unusedTexts: ['20k'] },
  { text: 'no deposit under 80k', fitsQuestion: costsUpTo(80_000), notes: ['down payment'] },
  { text: 'electric car 400km range', fitsQuestion: isElectric, notes: ['range'] },
  { text: 'depre 1.5k a month', fitsQuestion: depreciatesUpTo(18_000) },
  // Questions about the COE.
  { text: 'coe ending soon', fitsQuestion: coeEndsWithinYears(1.1), minimumShareFound: 0.95 },
  { text: 'pqp car below 50k', fitsQuestion: costsUpTo(50_000), notes: ['no renewed COE'] },
  // When no lorry or van is on sale, cars with a large boot count as near.
  { text: 'lorry 10ft', fitsQuestion: isLorry, isNear: anyOf(isMpv, isEstate), unusedTexts: ['10ft'] },
  {
    text: 'van with freezer',
    fitsQuestion: anyOf(isVan, isPickup, isMpv),
    minimumShareFound: 0,
    unusedTexts: ['freezer'],
  },
  { text: 'km below 40k', fitsQuestion: hasMileageUpTo(40_000) },
  { text: 'paper value tesla', fitsQuestion: is(isOfBrand('Tesla'), textMatches(/./)), unusedTexts: ['paper value'] },
];
