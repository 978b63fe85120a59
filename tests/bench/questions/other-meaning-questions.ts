import {
  anyCar,
  costsUpTo,
  hasLargeBoot,
  is,
  isHighSeated,
  isMpv,
  isPainted,
  isSaloon,
  isSuv,
  type Question,
  seats,
} from './question.ts';

/** Questions in which the name of a colour, a country or a model means something else. */
export const otherMeaningQuestions: readonly Question[] = [
  { text: 'golden retriever and two kids', fitsQuestion: seats(5), findsAtLeast: 0.5, firstFit: hasLargeBoot },
  { text: 'labrador', fitsQuestion: anyCar, firstFit: hasLargeBoot },
  { text: 'german shepherd needs space', fitsQuestion: anyCar, firstFit: hasLargeBoot },
  { text: 'japanese spitz and wife', fitsQuestion: anyCar, firstFit: hasLargeBoot },
  { text: 'suv for corgi', fitsQuestion: isSuv, firstFit: hasLargeBoot },
  { text: 'silver haired parents', fitsQuestion: anyCar, firstFit: isHighSeated },
  { text: 'for my 72 year old father', fitsQuestion: anyCar, firstFit: isHighSeated },
  { text: 'suv, have a 6 year old daughter', fitsQuestion: isSuv },
  {
    text: 'sedan for white collar guy',
    fitsQuestion: isSaloon,
    droppedTexts: ['white collar'],
  },
  {
    text: 'need car before chinese new year below 90k',
    fitsQuestion: costsUpTo(90_000),
    droppedTexts: ['chinese new year'],
  },
  { text: 'polo shirt guy wants mpv', fitsQuestion: isMpv, droppedTexts: ['polo shirt'] },
  { text: 'red suv', fitsQuestion: is(isSuv, isPainted(/red/i)) },
  { text: 'in gold', fitsQuestion: isPainted(/gold/i) },
  { text: 'smart looking sedan', fitsQuestion: isSaloon, droppedTexts: ['smart looking'] },
];
