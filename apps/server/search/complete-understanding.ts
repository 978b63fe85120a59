import type { SearchNote, SearchQuery } from '@carhouse/contract/search';
import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { traitMark } from '@carhouse/search/query/car-traits';
import { suggestionMark, synonymSign } from '@carhouse/search/query/page-by-preference';
import type { CatalogueQuery, RangeField } from '@carhouse/search/query/query';
import type { Understanding } from '@carhouse/search/query/understand';
import type {
  Filter,
  FilterName,
  QuarterField,
  UnderstoodFilter,
} from '@carhouse/search/query/understanding/phrase-match';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import { addComparedBounds } from './add-compared-bounds.ts';
import { addUnderstoodFilters, type CompletedUnderstanding, readQuery } from './read-query.ts';

type UnderstandingWithSuggestions = CompletedUnderstanding & Pick<Understanding, 'suggested'>;

/**
 * Completes what was read from a text: with the bounds that depend on the cars, with those preferred phrases that a car
 * has, and with an order.
 */
export async function completeUnderstanding(
  context: SearchContext,
  request: SearchQuery,
  understanding: Understanding,
): Promise<CompletedUnderstanding> {
  // The cursor of a later page belongs to the order, which is known only afterwards.
  const requestQuery = { ...request, before: undefined };
  const { unstated, absentModels, ownCars, topics, ...readText } = understanding;
  const notes: SearchNote[] = [
    ...topics.map((of) => ({ code: 'site', of }) as const),
    ...ownCars.map((of) => ({ code: 'own car', of }) as const),
    ...understanding.notes.map((code) => ({ code })),
  ];
  if (absentModels.length > 0) notes.push({ code: 'none on sale', of: absentModels.join(' or ') });
  const understandingWithNotes: UnderstandingWithSuggestions = { ...readText, notes, preferredOnly: false };
  const { understanding: understood, size } = await addComparedBounds(context, requestQuery, understandingWithNotes);
  const understandingWithBounds: UnderstandingWithSuggestions = {
    ...(await addQuarterBounds(context, requestQuery, understood)),
    suggested: [],
  };
  const suggestedPhrases = [...new Set([...understanding.suggested, ...(size === null ? [] : [size])])];
  const understandingOfParts = await searchForAnyPart(context, requestQuery, {
    ...understandingWithBounds,
    suggested: suggestedPhrases,
  });
  const completedUnderstanding = await keepPreferredOfCars(context, requestQuery, understandingOfParts, {
    unstatedPhrases: unstated,
    askedPhrases: understanding.suggested,
  });
  return addDefaultOrder(requestQuery, await addOtherMeaning(context, requestQuery, completedUnderstanding));
}

/** The two meanings of an amount a month, and the note that offers the other one. */
const otherMeanings = {
  maxMonthlyCost: {
    least: 'minMonthlyCost',
    name: 'maxInstalment',
    otherLeast: 'minInstalment',
    code: 'or instalment',
  },
  maxInstalment: {
    least: 'minInstalment',
    name: 'maxMonthlyCost',
    otherLeast: 'minMonthlyCost',
    code: 'or cost of a month',
  },
} as const;

/**
 * Adds a note when an amount a month finds cars in its other meaning. A loan that the text names has no other meaning
 * unless no car is within the amount.
 */
async function addOtherMeaning(
  context: SearchContext,
  requestQuery: SearchQuery,
  understanding: CompletedUnderstanding,
): Promise<CompletedUnderstanding> {
  const filter = understanding.filters.find(({ name }) => name === 'maxMonthlyCost' || name === 'maxInstalment');
  if (filter === undefined) return understanding;
  const makeQuery = (filters: CompletedUnderstanding['filters']) =>
    readQuery(addUnderstoodFilters(requestQuery, { ...understanding, filters }), context.now());
  if (filter.name === 'maxInstalment' && !(await isWithoutCars(context, makeQuery(understanding.filters))))
    return understanding;
  const { least, name, otherLeast, code } = otherMeanings[filter.name as 'maxInstalment'];
  const otherFilters = understanding.filters.map((each) =>
    each === filter ? { ...each, name } : each.name === least ? { ...each, name: otherLeast } : each,
  );
  const countCars = async (query: CatalogueQuery): Promise<number> => {
    const { counts } = await context.catalogue.ask('page', { query: { ...query, limit: 1, facets: [] } });
    return (await counts).total;
  };
  const query = makeQuery(otherFilters);
  const total = await countCars(query);
  if (total > 0) return addNote(understanding, code, total, '');
  // When the amount finds nothing, the answer says that its other meaning does not, either.
  const findsNothing =
    filter.name === 'maxMonthlyCost' && (await isWithoutCars(context, makeQuery(understanding.filters)));
  const { absentConditions, alikeCars } = await context.catalogue.ask('relax', { query });
  const isNamed = ({ name: filterName }: Filter) => filterName === 'brand' || filterName === 'model';
  if (!absentConditions.includes('model') && !absentConditions.includes('brand'))
    return findsNothing ? addNote(understanding, code, 0, '') : understanding;
  // The nearest to a model that is not on sale may be within the amount.
  const filters = [...otherFilters.filter((each) => !isNamed(each)), ...alikeCars.filters];
  const nearCount = await countCars(
    readQuery(addUnderstoodFilters(requestQuery, { ...understanding, filters }), context.now()),
  );
  return nearCount > 0 || findsNothing ? addNote(understanding, code, nearCount, ' like it') : understanding;
}

function addNote(
  understanding: CompletedUnderstanding,
  code: SearchNote['code'],
  total: number,
  kind: string,
): CompletedUnderstanding {
  return {
    ...understanding,
    notes: [
      ...understanding.notes,
      { code, of: `${total === 0 ? 'no car' : total === 1 ? '1 car' : `${total} cars`}${kind}` },
    ],
  };
}

const quarterShare = 0.25;

/** The bound, the figure and the note of each quarter that a phrase may ask for. */
const quarters: Readonly<
  Record<
    QuarterField,
    { readonly name: keyof SearchQuery & FilterName; readonly field: RangeField; readonly note: SearchNote }
  >
> = {
  Price: { name: 'maxPrice', field: 'price', note: { code: 'cheapest quarter' } },
  Depreciation: { name: 'maxDepreciation', field: 'depreciation', note: { code: 'lowest depreciation' } },
  'low Omv': { name: 'maxOmv', field: 'omv', note: { code: 'lowest quarter', of: 'OMV' } },
  'high Omv': { name: 'minOmv', field: 'omv', note: { code: 'highest quarter', of: 'OMV' } },
  'low Arf': { name: 'maxArf', field: 'arf', note: { code: 'lowest quarter', of: 'ARF' } },
  'high Arf': { name: 'minArf', field: 'arf', note: { code: 'highest quarter', of: 'ARF' } },
  'low Parf': { name: 'maxParf', field: 'parf', note: { code: 'lowest quarter', of: 'PARF rebate' } },
  'high Parf': { name: 'minParf', field: 'parf', note: { code: 'highest quarter', of: 'PARF rebate' } },
};

/**
 * Adds a bound for words such as `cheap`: the first quartile of the prices that the other filters find, or the third one of
 * a figure that should be high. A bound that the text or the visitor names is not replaced.
 */
async function addQuarterBounds(
  context: SearchContext,
  requestQuery: SearchQuery,
  understanding: CompletedUnderstanding,
): Promise<CompletedUnderstanding> {
  let completedUnderstanding = understanding;
  for (const { of, typed, from, to } of understanding.quarters) {
    const { name, field, note } = quarters[of];
    if (requestQuery[name] !== undefined || understanding.filters.some((filter) => filter.name === name)) continue;
    const searchQuery = readQuery(addUnderstoodFilters(requestQuery, completedUnderstanding), context.now());
    const isHighest = name.startsWith('min');
    const share = isHighest ? 1 - quarterShare : quarterShare;
    const value = await context.catalogue.ask('quantile', { query: searchQuery, of: field, share });
    // No car has this figure, as when no listing states its ARF.
    if (value === null && note.of !== undefined)
      completedUnderstanding = { ...completedUnderstanding, dropped: [...completedUnderstanding.dropped, typed] };
    if (value === null) continue;
    const dollars = isHighest ? Math.floor(value / 100) : Math.ceil(value / 100);
    const bound: UnderstoodFilter = { name, value: String(dollars), typed, from, to };
    completedUnderstanding = {
      ...completedUnderstanding,
      filters: [...completedUnderstanding.filters, bound].sort((a, b) => a.from - b.from),
      notes: [...completedUnderstanding.notes, note],
    };
  }
  return completedUnderstanding;
}

/** For a text whose parts no car has together: each car must have one of the parts, and the cars with most of them come first. */
async function searchForAnyPart(
  context: SearchContext,
  requestQuery: SearchQuery,
  understanding: UnderstandingWithSuggestions,
): Promise<UnderstandingWithSuggestions> {
  const hasSynonyms = understanding.restParts.some((part) => part.includes(synonymSign));
  if (understanding.restParts.length < 2 && !hasSynonyms) return understanding;
  const query = readQuery(addUnderstoodFilters(requestQuery, { ...understanding, preferred: [] }), context.now());
  const [firstFound] = hasSynonyms
    ? []
    : await context.catalogue.ask('presentPhrases', { query: { ...query, text: '' }, phrases: [understanding.rest] });
  if (firstFound !== undefined) return understanding;
  const parts = await context.catalogue.ask('presentPhrases', {
    query: { ...query, text: '' },
    phrases: [...understanding.restParts, ...understanding.suggested],
  });
  if (parts.length === 0) return understanding;
  return {
    ...understanding,
    rest: '',
    restParts: [],
    preferred: [...understanding.restParts, ...parts.filter((part) => !understanding.restParts.includes(part))],
    preferredTyped: understanding.restParts,
    suggested: [],
    preferredOnly: true,
  };
}

/**
 * Keeps each preferred phrase for which some car that matches the filters exists. The typed ones among the others, and the
 * remarks that no text has, become a note.
 */
async function keepPreferredOfCars(
  context: SearchContext,
  requestQuery: SearchQuery,
  { suggested, ...understanding }: UnderstandingWithSuggestions,
  {
    unstatedPhrases,
    askedPhrases,
  }: { readonly unstatedPhrases: readonly string[]; readonly askedPhrases: readonly string[] },
): Promise<CompletedUnderstanding> {
  const markedSuggestions = suggested
    .filter((phrase) => !understanding.preferred.includes(phrase))
    .map((phrase) => suggestionMark + phrase);
  const phrases = [...new Set([...understanding.preferred, ...markedSuggestions])];
  if (phrases.length === 0 || understanding.rest !== '') return addUnstatedNote(understanding, unstatedPhrases);
  const query = readQuery(addUnderstoodFilters(requestQuery, { ...understanding, preferred: [] }), context.now());
  const preferredPhrases = await context.catalogue.ask('presentPhrases', { query, phrases });
  if (preferredPhrases.length === 0 && (await isWithoutCars(context, query))) {
    // The nearest cars may say what no found car can.
    const allCars = readQuery({}, context.now());
    return { ...understanding, preferred: await context.catalogue.ask('presentPhrases', { query: allCars, phrases }) };
  }
  // A single letter is half of a name.
  const unusedPhrases = understanding.preferred.flatMap((phrase, index) =>
    preferredPhrases.includes(phrase) || phrase.length <= 2 ? [] : [understanding.preferredTyped[index] ?? phrase],
  );
  // A kind of car that is only put first is missing without a word when no found car is of it.
  const absentKinds = askedPhrases.filter(
    (phrase) =>
      phrase.startsWith(traitMark) &&
      !preferredPhrases.includes(phrase) &&
      !preferredPhrases.includes(suggestionMark + phrase),
  );
  // The nearest cars may be of the kind.
  const isEmpty = absentKinds.length > 0 && (await isWithoutCars(context, query));
  const notes = (isEmpty ? [] : absentKinds).map((phrase) => ({
    code: 'none of kind' as const,
    of: phrase.slice(traitMark.length),
  }));
  return addUnstatedNote({ ...understanding, preferred: preferredPhrases, notes: [...understanding.notes, ...notes] }, [
    ...unstatedPhrases,
    ...unusedPhrases,
  ]);
}

async function isWithoutCars({ catalogue }: SearchContext, query: CatalogueQuery): Promise<boolean> {
  return (await catalogue.ask('quantile', { query, of: 'price', share: 0.5 })) === null;
}

/** Adds a note about the phrases that no description of the found cars has. */
function addUnstatedNote(
  understanding: CompletedUnderstanding,
  unstatedPhrases: readonly string[],
): CompletedUnderstanding {
  if (unstatedPhrases.length === 0) return understanding;
  const of = unstatedPhrases.map((phrase) => `“${phrase}”`).join(', ');
  return { ...understanding, notes: [...understanding.notes, { code: 'not stated', of }] };
}

/** Maximum number of makes that a text asks for by name. More of them are a kind of make, such as German ones. */
const namedMakesMaximum = 2;

/**
 * Orders a question without an order of its own by price, the lowest first. The cars of a named make or model keep the
 * usual order.
 */
function addDefaultOrder({ sort, q }: SearchQuery, understanding: CompletedUnderstanding): CompletedUnderstanding {
  const { filters, preferred, rest } = understanding;
  const isOrdered = (sort !== undefined && sort !== 'relevance') || filters.some(({ name }) => name === 'sort');
  // A text that consists of opinions and filler words, such as `reliable one`, counts as a question too.
  const isTextWithoutFilters = filters.length === 0 && (q ?? '').trim() !== '';
  const isQuestion =
    isTextWithoutFilters || filters.length + understanding.dropped.length + understanding.notes.length > 0;
  if (isOrdered || preferred.length > 0 || rest !== '' || !isQuestion) return understanding;
  const makes = filters.filter(({ name }) => name === 'brand');
  const isNamed = makes.length > 0 || filters.some(({ name, value }) => name === 'model' && !isExcludedModel(value));
  const isBudget = understanding.quarters.length > 0 || understanding.compared !== null;
  if (isNamed && makes.length <= namedMakesMaximum && !isBudget) return understanding;
  return {
    ...understanding,
    filters: [...filters, { name: 'sort', value: chooseOrder(understanding), typed: '', from: 0, to: 0 }],
  };
}

/** The figure that a question bounds or calls low is also its order; otherwise it is the price. */
function chooseOrder({ filters, quarters, compared }: CompletedUnderstanding): string {
  // Among the cars like another one, those whose COE ends soon cost the least and are worth the least.
  if (compared !== null) return compared.wishes.includes('newer') ? 'price' : 'depreciation';
  const isDepreciation =
    quarters.some(({ of: field }) => field === 'Depreciation') ||
    filters.some(({ name }) => name === 'maxDepreciation');
  if (isDepreciation) return 'depreciation';
  if (filters.some(({ name }) => name === 'maxRoadTax')) return 'roadTax';
  return filters.some(({ name }) => name === 'maxInstalment') ? 'instalment' : 'price';
}
