import { mapFacts } from '@carhouse/domain/car/car-facts';

/**
 * The labels of the facts of a car on each screen. The English labels are in the table of facts; another language
 * defines its own labels in this file.
 */
export const carFactLabels = {
  form: listLabels('form'),
  page: listLabels('page'),
  import: listLabels('import'),
};

function listLabels(screen: 'form' | 'page' | 'import') {
  return mapFacts((_, { label }) => (typeof label === 'string' ? label : label[screen]));
}
