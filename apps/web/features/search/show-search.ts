import { wordFacets } from '@carhouse/domain/listing/word-facets';

import {
  type CarSearch,
  findDefaultSort,
  type NumberParameter,
  parseWholeNumber,
  readCarSearch,
  type WordParameter,
} from './car-search.ts';
import { getQuestionText, makeSearchAfterChange, positionParameterNames } from './search-parts.ts';
import { formatBoundField } from './value-names.ts';

/**
 * Writes a search into the fields of its form. The previous search is replaced. Text that the user has typed into the
 * focused field remains unchanged.
 */
export function fillSearchForm(form: HTMLFormElement, search: CarSearch, lastSearch: CarSearch): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      field.checked = isChosen(search, field);
    } else if (isTextField(field)) {
      const text = findFieldText(search, field.name);
      const isTyping = field === document.activeElement && field.value !== findFieldText(lastSearch, field.name);
      if (text !== undefined && !isTyping) field.value = text;
    }
  }
}

function isTextField(field: Element): field is HTMLInputElement | HTMLSelectElement {
  return (field instanceof HTMLInputElement && field.type !== 'hidden') || field instanceof HTMLSelectElement;
}

function isChosen(search: CarSearch, { name, value }: HTMLInputElement): boolean {
  if (isWordParameter(name)) return search[name]?.includes(value) ?? false;
  return value === String(search[name as NumberParameter] ?? '');
}

function isWordParameter(name: string): name is WordParameter {
  return (wordFacets as readonly string[]).includes(name);
}

const boundNamePattern = /^(?:min|max)(Price|Year|Mileage|Depreciation)$/;

function findFieldText(search: CarSearch, name: string): string | undefined {
  if (name === 'q') return getQuestionText(search);
  if (name === 'sort') return search.sort ?? findDefaultSort(search);
  const rangeName = boundNamePattern.exec(name)?.[1] as 'Price' | undefined;
  return rangeName === undefined ? undefined : formatBoundField(rangeName, search[name as NumberParameter]);
}

/**
 * Reads the search from the fields of the form. Parameters without a field remain unchanged. Removing a brand also
 * removes its models. A new text will be searched for filters. The filters of the new text replace the filters that
 * were read from the previous text, except filters that the visitor has changed by hand.
 */
export function readSearchInForm(form: HTMLFormElement, lastSearch: CarSearch): CarSearch {
  const data = new FormData(form);
  const fields = [...form.elements].map((field) => field.getAttribute('name') ?? '');
  const namedFields = new Set(fields.filter((name) => !questionFieldNames.has(name)));
  const remainingFields = Object.entries(lastSearch).filter(
    ([name]) => !namedFields.has(name) && !positionParameterNames.includes(name),
  );
  const submittedNames = [...new Set(data.keys())].filter((name) => !questionFieldNames.has(name));
  const texts = submittedNames.map((name) => {
    const values = data.getAll(name);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  const { sort, ...typed } = readCarSearch({ ...Object.fromEntries(remainingFields), ...Object.fromEntries(texts) });
  // When the sort order was the default order, the new search has its own default order.
  const chosenSort = data.get('sort') === (lastSearch.sort ?? findDefaultSort(lastSearch)) ? lastSearch.sort : sort;
  return makeSearchAfterChange({ ...typed, ...(chosenSort === undefined ? {} : { sort: chosenSort }) }, lastSearch);
}

/**
 * The names of hidden fields about the text, which visitors without scripts submit. With scripts these hidden fields
 * are ignored, because the last search contains their values, also while its page is loading.
 */
const questionFieldNames = new Set(['understand', 'lastText', 'lastWords', 'said', 'fromText', 'literal']);

/**
 * Whether the number in a field differs from the search. When a field whose number differs from the search loses the
 * focus, the form is submitted.
 */
export function isFieldChanged(field: HTMLInputElement, shownNumber: number | undefined): boolean {
  return parseWholeNumber(field.value) !== shownNumber;
}
