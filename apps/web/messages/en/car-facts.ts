import { eachFact } from '@carhouse/domain/car/car-facts';

/** What the facts of a car are called on each screen. The English names stand in the table of the facts; another language writes its own here. */
export const carFactLabels = {
  form: labelsOf('form'),
  page: labelsOf('page'),
  import: labelsOf('import'),
};

function labelsOf(screen: 'form' | 'page' | 'import') {
  return eachFact((_, { label }) => (typeof label === 'string' ? label : label[screen]));
}
