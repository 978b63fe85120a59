import { expect, it } from 'vitest';
import { nameInCommon, nameOfModels } from './model-names.ts';

const eClass = ['E 200 Avantgarde', 'E 220 d', 'E 300', 'E 300 Cabriolet', 'AMG E 53 Coupé', 'E 250'].map(
  (title) => `Mercedes_Benz/${title}`,
);
const model3 = ['', ' Long Range', ' Performance', ' RWD 110', ' Standard', ' Highland'].map(
  (variant) => `Tesla/Model 3${variant}`,
);

it.each([
  ['red hot hatch', ['Audi/RS 3 Sportback', 'Mercedes_Benz/AMG A 35'], 'Hot hatches'],
  ['executive sedan', ['Audi/A6', 'Mercedes_Benz/E 300'], 'Executive cars'],
  ['e class below 150k', eClass, 'Mercedes-Benz E-Class'],
  ['tesla model 3', model3, 'Tesla Model 3'],
  // A few models are named one by one, and models without a common name are counted.
  ['e class', eClass.slice(0, 3), undefined],
  ['cars', [...model3, 'BMW/i4'], undefined],
])('names the models of %j', (question, models, name) => {
  expect(nameOfModels(question.split(' '), models)).toBe(name);
});

it('names what titles have in common by whole words', () => {
  expect(nameInCommon(['Audi/A4 2.0 TFSI', 'Audi/A4 Avant'])).toBe('Audi A4');
  expect(nameInCommon(['Audi/A4', 'Audi/A45'])).toBeUndefined();
  expect(nameInCommon(['Audi/A4', 'BMW/A4'])).toBeUndefined();
});
