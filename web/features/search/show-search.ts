import { count } from '../../lib/format.ts';
import type { CarSearch } from './car-search.ts';

/** Puts a search into the fields of its form in place of the last one. What somebody is typing is left to him. */
export function showSearch(form: HTMLFormElement, search: CarSearch, last: CarSearch): void {
  const texts = fieldTexts(search);
  const lastTexts = fieldTexts(last);
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'radio') {
      field.checked = field.value === (search.brand ?? '');
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      const text = texts[field.name];
      const typing = field === document.activeElement && field.value !== lastTexts[field.name];
      if (text !== undefined && !typing) field.value = text;
    }
  }
}

function fieldTexts({ q, sort, minPrice, maxPrice }: CarSearch): Readonly<Record<string, string>> {
  return {
    q: q ?? '',
    sort: sort ?? 'newest',
    minPrice: minPrice === undefined ? '' : count(minPrice),
    maxPrice: maxPrice === undefined ? '' : count(maxPrice),
  };
}
