import { loanRates } from '@carhouse/domain/car/running-rates';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { formatMoney } from '../../ui/format.ts';
import { listNeededTraits, listPhrases, listTraits } from './applied-parts.ts';
import { type CarSearch, findDefaultSort } from './car-search.ts';
import { listParameterNamesFromText } from './search-parts.ts';
import { formatSortOrder } from './value-names.ts';

/** The prefix of a phrase that the description of a car must contain to come first. */
const statementPrefix = 'says:';
/** In `prefer`, the prefix of the order of cars that fit the search equally well: `by:depreciation`. */
const orderPrefix = 'by:';

/** Whether something was read from the typed text: a filter, an order, phrases or a note. */
export function wasTextUnderstood({ fromText, notes }: CarSearch): boolean {
  return (fromText ?? notes) !== undefined;
}

/** Whether the text is a question about the site and not about a car. */
export function isQuestionAboutSite({ notes = '' }: CarSearch): boolean {
  return notes.split('|').some((note) => note.startsWith('site:'));
}

/**
 * Returns the sentences that explain how a question was understood: notes, order, phrases, and words that were not
 * used.
 *
 * @param isEmpty whether no car was found, so that the order of the question is not the order on the page
 */
export function explainSearch(search: CarSearch, isEmpty: boolean): readonly string[] {
  const { dropped, preferOnly } = search;
  const neededTraits = listNeededTraits(search);
  // A filter names the traits that each car must have.
  const otherPhrases = (search.prefer ?? '')
    .split('|')
    .filter((phrase) => !neededTraits.includes(phrase.slice('is:'.length)));
  const prefer = otherPhrases.join('|') === '' ? undefined : otherPhrases.join('|');
  const arePhrasesNeeded = preferOnly !== undefined && neededTraits.length === 0;
  const wasOrderUnderstood =
    !isEmpty && listParameterNamesFromText(search).includes('sort') && search.sort !== undefined;
  return [
    ...new Set(explainNotes(search)),
    ...(wasOrderUnderstood
      ? [searchResultMessages.order(formatSortOrder(search.sort ?? findDefaultSort(search)))]
      : []),
    ...(isEmpty || !wasTextUnderstood(search) || search.sort !== undefined || findDefaultSort(search) !== 'newest'
      ? []
      : [searchResultMessages.order(formatSortOrder('newest'))]),
    // When the visitor has chosen another order, the preferred cars do not come first.
    ...(isEmpty || prefer === undefined || search.sort !== undefined
      ? []
      : explainPreferred(prefer, search, arePhrasesNeeded)),
    ...(isEmpty || prefer === undefined || !arePhrasesNeeded || listPhrases(prefer).length === 0
      ? []
      : [searchResultMessages.readInDescriptions(listPhrases(prefer))]),
    ...(dropped === undefined ? [] : [searchResultMessages.unused(dropped)]),
  ];
}

/**
 * Says which cars come first: those with the preferred traits, and those with preferred phrases that are not required.
 *
 * @param search the search whose cars are ordered; its filters decide how a trait is described
 */
export function explainPreferred(prefer: string, { fuel }: CarSearch, arePhrasesNeeded: boolean): readonly string[] {
  const texts: Readonly<Record<string, string>> = {
    ...searchResultMessages.traits,
    ...(fuel === undefined ? {} : { frugal: describeFrugalTrait(fuel) }),
  };
  const phrases = arePhrasesNeeded ? [] : listPhrases(prefer);
  const traits = listTraits(prefer).flatMap((trait) => (Object.hasOwn(texts, trait) ? [texts[trait] ?? ''] : []));
  const [onlyTrait] = traits;
  const isSortedByDepreciation = prefer.includes(orderPrefix);
  if (onlyTrait === undefined) {
    return [
      ...(phrases.length === 0 ? [] : [searchResultMessages.alsoLookedFor(phrases.join(', '))]),
      ...(isSortedByDepreciation ? [searchResultMessages.lowestDepreciationFirst] : []),
    ];
  }
  if (traits.length === 1 && phrases.length === 0)
    return [searchResultMessages.traitFirst(onlyTrait, isSortedByDepreciation)];
  const phraseTexts = phrases.length === 0 ? [] : [searchResultMessages.descriptionWith(phrases.join(', '))];
  // A car whose description states the phrase comes before the cars with the traits.
  const reasons = prefer.includes(statementPrefix) ? [...phraseTexts, ...traits] : [...traits, ...phraseTexts];
  return [searchResultMessages.bestFirst(reasons, isSortedByDepreciation)];
}

/** Says which words were replaced. A word may be replaced by several similar words: `benz or leng, not beng`. */
export function describeCorrections(
  corrections: readonly { readonly typed: string; readonly meant: string }[],
): string {
  const typedWords = [...new Set(corrections.map(({ typed }) => typed))];
  const correctedWords = typedWords.map((word) => {
    const meant = corrections.flatMap((each) => (each.typed === word ? [each.meant] : []));
    return [...new Set(meant)].join(searchMessages.empty.or);
  });
  return searchMessages.corrected(correctedWords.join(', '), typedWords.join(', '));
}

function describeFrugalTrait(fuel: readonly string[]): string {
  const { traits, frugalDiesels, frugalHybrids } = searchResultMessages;
  const hasHybrids = fuel.some((name) => name.includes('hybrid'));
  if (!fuel.includes('diesel')) return hasHybrids ? frugalHybrids : (traits.frugal ?? '');
  return hasHybrids ? (traits.frugal ?? '') : frugalDiesels;
}

function explainNotes({ notes = '', maxPrice, maxDepreciation, sort, fuel = [] }: CarSearch): readonly string[] {
  const texts: Readonly<Record<string, (of: string, price: string, depreciation: string) => string>> =
    searchResultMessages.notes;
  return notes.split('|').flatMap((note) => {
    const [code = '', ...of] = note.split(':');
    if (code === 'down payment') return explainDownPayment();
    if (code === 'fuel efficient') return explainFuelEfficient(fuel, sort);
    const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
    // The note is about the bound, so the note has no meaning when the visitor has removed the bound.
    const isAboutPrice = code.includes('cheap');
    if (text === undefined || (isAboutPrice && maxPrice === undefined)) return [];
    if (code === 'lowest depreciation' && maxDepreciation === undefined) return [];
    const sentence = text(of.join(':'), formatMoney(maxPrice ?? 0), formatMoney(maxDepreciation ?? 0));
    return [
      ...(sentence === '' ? [] : [sentence]),
      ...(code === 'private hire' && sort === 'depreciation' ? [searchResultMessages.costOfPrivateHire] : []),
    ];
  });
}

/** Says which energies `fuel efficient` was understood as, unless the visitor has chosen other energies. */
function explainFuelEfficient(fuel: readonly string[], sort: CarSearch['sort']): readonly string[] {
  if (fuel.includes('petrol') && sort === 'roadTax') return [searchResultMessages.economicalPetrol];
  const efficientFuels = (['hybrid', 'electric', 'diesel'] as const).filter((name) => fuel.includes(name));
  if (efficientFuels.length === 0 || fuel.includes('petrol')) return [];
  return [searchResultMessages.notes['fuel efficient'](efficientFuels.join(searchMessages.empty.or))];
}

function explainDownPayment(): readonly string[] {
  const rates = loanRates.at(-1);
  return rates === undefined
    ? []
    : [searchResultMessages.downPayment(rates.percentForSmallCar, rates.percentForOtherCars)];
}
