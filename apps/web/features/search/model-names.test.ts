import { expect, it } from 'vitest';
import { describeModels, findCommonName } from './model-names.ts';

const eClassModels = ['E 200 Avantgarde', 'E 220 d', 'E 300', 'E 300 Cabriolet', 'AMG E 53 Coupé', 'E 250'].map(
  (title) => `Mercedes_Benz/${title}`,
);
const model3Variants = ['', ' Long Range', ' Performance', ' RWD 110', ' Standard', ' Highland'].map(
  (variant) => `Tesla/Model 3${variant}`,
);

it.each([
  ['red hot hatch', ['Audi/RS 3 Sportback', 'Mercedes_Benz/AMG A 35'], 'Hot hatches'],
  ['executive sedan', ['Audi/A6', 'Mercedes_Benz/E 300'], 'Executive cars'],
  ['e class below 150k', eClassModels, 'Mercedes-Benz E-Class'],
  ['tesla model 3', model3Variants, 'Tesla Model 3'],
  ['golf or tesla', model3Variants, 'Tesla Model 3'],
  ['bmw or tesla model 3', [...model3Variants, 'BMW/i4', 'BMW/X5 xDrive40i'], 'Tesla Model 3 or BMW'],
  ['golf or bmw', ['116i', '320i', '530e', 'i4', 'M4', 'X5'].map((title) => `BMW/${title}`), 'BMW'],
  [
    'bmw 5 series or mercedes e class',
    [...eClassModels, 'BMW/530e', 'BMW/520i'],
    'Mercedes-Benz E-Class or BMW 5 Series',
  ],
  [
    'mercedes e-class or bmw 5-series',
    [...eClassModels, 'BMW/530e', 'BMW/520i'],
    'Mercedes-Benz E-Class or BMW 5 Series',
  ],
  [
    'tesla model s otherwise model y',
    ['S', 'S Plaid', 'Y', 'Y Long Range', 'Y Performance', 'Y RWD 110'].map((title) => `Tesla/Model ${title}`),
    'Tesla Model S or Model Y',
  ],
  // A few models are named one by one, and models without a common name are counted.
  ['e class', eClassModels.slice(0, 3), undefined],
  ['cars', [...model3Variants, 'BMW/i4'], 'Tesla Model 3 or BMW i4'],
  ['cars', [...model3Variants, 'BMW/i4', 'BMW/320i', 'BMW/X5', 'BMW/M4'], undefined],
])('names the models of %j', (question, models, name) => {
  expect(describeModels(question.split(' '), models)).toBe(name);
});

it('names what titles have in common by whole words', () => {
  expect(findCommonName(['Audi/A4 2.0 TFSI', 'Audi/A4 Avant'])).toBe('Audi A4');
  expect(findCommonName(['Audi/A4', 'Audi/A45'])).toBeUndefined();
  expect(findCommonName(['Audi/A4', 'BMW/A4'])).toBeUndefined();
});
