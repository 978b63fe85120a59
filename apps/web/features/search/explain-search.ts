import { loanRates } from '@carhouse/domain/car/running-rates';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { money } from '../../ui/format.ts';
import { phrasesOf, traitsOf } from './applied-parts.ts';
import { type CarSearch, defaultSort } from './car-search.ts';
import { readNames } from './search-parts.ts';
import { nameOfSort } from './value-names.ts';

/** The mark of a phrase that a description must state to come first. */
const statementMark = 'says:';
/** The mark of what orders cars that fit equally. */
const orderMark = 'by:';

/** Whether something was read from the typed text: a filter, an order, phrases or a note. */
export function wasTextUnderstood({ fromText, notes }: CarSearch): boolean {
  return (fromText ?? notes) !== undefined;
}

/** Whether the text asks something about the site, instead of a car. */
export function asksAboutSite({ notes = '' }: CarSearch): boolean {
  return notes.split('|').some((note) => note.startsWith('site:'));
}

/**
 * Returns the sentences that explain what a question was taken for: notes, order, phrases, and words that were not used.
 *
 * @param isEmpty whether no car was found, so that the order of the question is not the order on the page
 */
export function explainSearch(search: CarSearch, isEmpty: boolean): readonly string[] {
  const { dropped, prefer, preferOnly } = search;
  const isOrderRead = !isEmpty && readNames(search).includes('sort') && search.sort !== undefined;
  return [
    ...new Set(explainNotes(search)),
    ...(isOrderRead ? [searchResultMessages.order(nameOfSort(search.sort ?? defaultSort(search)))] : []),
    ...(isEmpty || !wasTextUnderstood(search) || search.sort !== undefined || defaultSort(search) !== 'newest'
      ? []
      : [searchResultMessages.order(nameOfSort('newest'))]),
    // In another order, the preferred cars do not come first.
    ...(isEmpty || prefer === undefined || search.sort !== undefined
      ? []
      : explainPreferred(prefer, search, preferOnly !== undefined)),
    ...(isEmpty || prefer === undefined || preferOnly === undefined || phrasesOf(prefer).length === 0
      ? []
      : [searchResultMessages.readInDescriptions(phrasesOf(prefer))]),
    ...(dropped === undefined ? [] : [searchResultMessages.unused(dropped)]),
  ];
}

/**
 * What comes first: traits, and the phrases that no car needs.
 *
 * @param search the search whose cars are ordered; a trait is described by what its filters leave
 */
export function explainPreferred(prefer: string, { fuel }: CarSearch, areNeeded: boolean): readonly string[] {
  const texts: Readonly<Record<string, string>> = {
    ...searchResultMessages.traits,
    ...(fuel === undefined ? {} : { frugal: describeFrugal(fuel) }),
  };
  const phrases = areNeeded ? [] : phrasesOf(prefer);
  const traits = traitsOf(prefer).flatMap((trait) => (Object.hasOwn(texts, trait) ? [texts[trait] ?? ''] : []));
  const [onlyTrait] = traits;
  const isByDepreciation = prefer.includes(orderMark);
  if (onlyTrait === undefined) {
    return [
      ...(phrases.length === 0 ? [] : [searchResultMessages.alsoLookedFor(phrases.join(', '))]),
      ...(isByDepreciation ? [searchResultMessages.lowestDepreciationFirst] : []),
    ];
  }
  if (traits.length === 1 && phrases.length === 0)
    return [searchResultMessages.traitFirst(onlyTrait, isByDepreciation)];
  const words = phrases.length === 0 ? [] : [searchResultMessages.descriptionWith(phrases.join(', '))];
  // A description that says what is asked comes before all traits.
  const reasons = prefer.includes(statementMark) ? [...words, ...traits] : [...traits, ...words];
  return [searchResultMessages.bestFirst(reasons, isByDepreciation)];
}

/** Which words were replaced. A word may be replaced by several similar ones: `benz or leng, not beng`. */
export function describeCorrections(
  corrections: readonly { readonly typed: string; readonly meant: string }[],
): string {
  const typedWords = [...new Set(corrections.map(({ typed }) => typed))];
  const meantWords = typedWords.map((word) => {
    const meant = corrections.flatMap((each) => (each.typed === word ? [each.meant] : []));
    return [...new Set(meant)].join(searchMessages.empty.or);
  });
  return searchMessages.corrected(meantWords.join(', '), typedWords.join(', '));
}

function describeFrugal(fuel: readonly string[]): string {
  const { traits, frugalDiesels, frugalHybrids } = searchResultMessages;
  const areHybrids = fuel.some((name) => name.includes('hybrid'));
  if (!fuel.includes('diesel')) return areHybrids ? frugalHybrids : (traits.frugal ?? '');
  return areHybrids ? (traits.frugal ?? '') : frugalDiesels;
}

function explainNotes({ notes = '', maxPrice, maxDepreciation, sort, fuel = [] }: CarSearch): readonly string[] {
  const texts: Readonly<Record<string, (of: string, price: string, depreciation: string) => string>> =
    searchResultMessages.notes;
  return notes.split('|').flatMap((note) => {
    const [code = '', ...of] = note.split(':');
    if (code === 'down payment') return explainDownPayment();
    if (code === 'fuel efficient') return explainFuelEfficient(fuel, sort);
    const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
    // The note is about the bound, so it has no meaning when the visitor has removed the bound.
    const isAboutPrice = code.includes('cheap');
    if (text === undefined || (isAboutPrice && maxPrice === undefined)) return [];
    if (code === 'lowest depreciation' && maxDepreciation === undefined) return [];
    const sentence = text(of.join(':'), money(maxPrice ?? 0), money(maxDepreciation ?? 0));
    return [
      ...(sentence === '' ? [] : [sentence]),
      ...(code === 'private hire' && sort === 'depreciation' ? [searchResultMessages.costOfPrivateHire] : []),
    ];
  });
}

/** The energies for which `fuel efficient` was taken, unless the visitor has chosen others. */
function explainFuelEfficient(fuel: readonly string[], sort: CarSearch['sort']): readonly string[] {
  if (fuel.includes('petrol') && sort === 'roadTax') return [searchResultMessages.economicalPetrol];
  const energies = (['hybrid', 'electric', 'diesel'] as const).filter((name) => fuel.includes(name));
  if (energies.length === 0 || fuel.includes('petrol')) return [];
  return [searchResultMessages.notes['fuel efficient'](energies.join(searchMessages.empty.or))];
}

function explainDownPayment(): readonly string[] {
  const rates = loanRates.at(-1);
  return rates === undefined
    ? []
    : [searchResultMessages.downPayment(rates.percentForSmallCar, rates.percentForOthers)];
}
