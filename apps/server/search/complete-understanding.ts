import type { SearchNote, SearchQuery } from '@carhouse/contract/search';
import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { traitMark } from '@carhouse/search/query/car-traits';
import { suggestionMark, synonymSign } from '@carhouse/search/query/page-by-preference';
import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { Understanding } from '@carhouse/search/query/understand';
import type { Filter, UnderstoodFilter } from '@carhouse/search/query/understanding/phrase-match';
import type { Context } from '../context.ts';
import { addComparedBounds } from './add-compared-bounds.ts';
import { addUnderstoodFilters, readQuery, type Understood } from './read-query.ts';

type UnderstoodWithSuggestions = Understood & Pick<Understanding, 'suggested'>;

type CompletionContext = Pick<Context, 'catalogue' | 'now'>;

/**
 * Completes what was read from a text: with the bounds that depend on the cars, with those preferred phrases that a car
 * has, and with an order.
 */
export async function completeUnderstanding(
  context: CompletionContext,
  request: SearchQuery,
  read: Understanding,
): Promise<Understood> {
  // The cursor of a later page belongs to the order, which is known only afterwards.
  const requestQuery = { ...request, before: undefined };
  const { unstated, absentModels, ownCars, topics, ...readText } = read;
  const notes: SearchNote[] = [
    ...topics.map((of) => ({ code: 'site', of }) as const),
    ...ownCars.map((of) => ({ code: 'own car', of }) as const),
    ...read.notes.map((code) => ({ code })),
  ];
  if (absentModels.length > 0) notes.push({ code: 'none on sale', of: absentModels.join(' or ') });
  const noted: UnderstoodWithSuggestions = { ...readText, notes, preferredOnly: false };
  const { understood, size } = await addComparedBounds(context, requestQuery, noted);
  const priced: UnderstoodWithSuggestions = {
    ...(await addQuarterBounds(context, requestQuery, understood)),
    suggested: [],
  };
  const suggested = [...new Set([...read.suggested, ...(size === null ? [] : [size])])];
  const parted = await searchForAnyPart(context, requestQuery, { ...priced, suggested });
  const kept = await keepPreferredOfCars(context, requestQuery, parted, { unstated, asked: read.suggested });
  return withDefaultOrder(requestQuery, await withOtherMeaningOfMonth(context, requestQuery, kept));
}

/** The two meanings of an amount a month, and the note that offers the other one. */
const otherMeaningOfMonth = {
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
async function withOtherMeaningOfMonth(
  context: CompletionContext,
  requestQuery: SearchQuery,
  read: Understood,
): Promise<Understood> {
  const filter = read.filters.find(({ name }) => name === 'maxMonthlyCost' || name === 'maxInstalment');
  if (filter === undefined) return read;
  const queryOf = (filters: Understood['filters']) =>
    readQuery(addUnderstoodFilters(requestQuery, { ...read, filters }), context.now());
  if (filter.name === 'maxInstalment' && !(await isWithoutCars(context, queryOf(read.filters)))) return read;
  const { least, name, otherLeast, code } = otherMeaningOfMonth[filter.name as 'maxInstalment'];
  const otherFilters = read.filters.map((each) =>
    each === filter ? { ...each, name } : each.name === least ? { ...each, name: otherLeast } : each,
  );
  const countOf = async (query: CatalogueQuery): Promise<number> => {
    const { counts } = await context.catalogue.ask('page', { query: { ...query, limit: 1, facets: [] } });
    return (await counts).total;
  };
  const query = queryOf(otherFilters);
  const total = await countOf(query);
  if (total > 0) return withNote(read, code, total, '');
  // When the amount finds nothing, the answer says that its other meaning does not, either.
  const isEmpty = filter.name === 'maxMonthlyCost' && (await isWithoutCars(context, queryOf(read.filters)));
  const { absentConditions: absent, alike } = await context.catalogue.ask('relax', { query });
  const isNamed = ({ name: filterName }: Filter) => filterName === 'brand' || filterName === 'model';
  if (!absent.includes('model') && !absent.includes('brand')) return isEmpty ? withNote(read, code, 0, '') : read;
  // The nearest to a model that is not on sale may be within the amount.
  const filters = [...otherFilters.filter((each) => !isNamed(each)), ...alike.filters];
  const near = await countOf(readQuery(addUnderstoodFilters(requestQuery, { ...read, filters }), context.now()));
  return near > 0 || isEmpty ? withNote(read, code, near, ' like it') : read;
}

function withNote(read: Understood, code: SearchNote['code'], total: number, kind: string): Understood {
  return {
    ...read,
    notes: [...read.notes, { code, of: `${total === 0 ? 'no car' : total === 1 ? '1 car' : `${total} cars`}${kind}` }],
  };
}

/**
 * Adds a maximum for words such as `cheap`: the first quartile of the prices that the other filters find. A maximum
 * that the text or the visitor names is not replaced.
 */
async function addQuarterBounds(
  context: CompletionContext,
  requestQuery: SearchQuery,
  read: Understood,
): Promise<Understood> {
  let understood = read;
  for (const { of, typed, from, to } of read.quarters) {
    if (requestQuery[`max${of}`] !== undefined || read.filters.some(({ name }) => name === `max${of}`)) continue;
    const searchQuery = readQuery(addUnderstoodFilters(requestQuery, understood), context.now());
    const field = of === 'Price' ? 'price' : 'depreciation';
    const value = await context.catalogue.ask('quantile', { query: searchQuery, of: field, share: 0.25 });
    if (value === null) continue;
    const bound: UnderstoodFilter = { name: `max${of}`, value: String(Math.ceil(value / 100)), typed, from, to };
    const code = of === 'Price' ? 'cheapest quarter' : 'lowest depreciation';
    understood = {
      ...understood,
      filters: [...understood.filters, bound].sort((a, b) => a.from - b.from),
      notes: [...understood.notes, { code }],
    };
  }
  return understood;
}

/** For a text whose parts no car has together: each car must have one of the parts, and the cars with most of them come first. */
async function searchForAnyPart(
  context: CompletionContext,
  requestQuery: SearchQuery,
  read: UnderstoodWithSuggestions,
): Promise<UnderstoodWithSuggestions> {
  const hasSynonyms = read.restParts.some((part) => part.includes(synonymSign));
  if (read.restParts.length < 2 && !hasSynonyms) return read;
  const query = readQuery(addUnderstoodFilters(requestQuery, { ...read, preferred: [] }), context.now());
  const [found] = hasSynonyms
    ? []
    : await context.catalogue.ask('phrases', { query: { ...query, text: '' }, phrases: [read.rest] });
  if (found !== undefined) return read;
  const parts = await context.catalogue.ask('phrases', {
    query: { ...query, text: '' },
    phrases: [...read.restParts, ...read.suggested],
  });
  if (parts.length === 0) return read;
  return {
    ...read,
    rest: '',
    restParts: [],
    preferred: [...read.restParts, ...parts.filter((part) => !read.restParts.includes(part))],
    preferredTyped: read.restParts,
    suggested: [],
    preferredOnly: true,
  };
}

/**
 * Keeps the preferred phrases that a car has together with the filters. The typed ones among the others, and the remarks
 * that no text has, become a note.
 */
async function keepPreferredOfCars(
  context: CompletionContext,
  requestQuery: SearchQuery,
  { suggested, ...read }: UnderstoodWithSuggestions,
  { unstated, asked }: { readonly unstated: readonly string[]; readonly asked: readonly string[] },
): Promise<Understood> {
  const marked = suggested
    .filter((phrase) => !read.preferred.includes(phrase))
    .map((phrase) => suggestionMark + phrase);
  const phrases = [...new Set([...read.preferred, ...marked])];
  if (phrases.length === 0 || read.rest !== '') return withUnstated(read, unstated);
  const query = readQuery(addUnderstoodFilters(requestQuery, { ...read, preferred: [] }), context.now());
  const preferred = await context.catalogue.ask('phrases', { query, phrases });
  if (preferred.length === 0 && (await isWithoutCars(context, query))) {
    // The nearest cars may say what no found car can.
    const allCars = readQuery({}, context.now());
    return { ...read, preferred: await context.catalogue.ask('phrases', { query: allCars, phrases }) };
  }
  // A single letter is half of a name.
  const unused = read.preferred.flatMap((phrase, index) =>
    preferred.includes(phrase) || phrase.length <= 2 ? [] : [read.preferredTyped[index] ?? phrase],
  );
  // A kind of car that is only put first is missing without a word when no found car is of it.
  const absentKinds = asked.filter(
    (phrase) =>
      phrase.startsWith(traitMark) && !preferred.includes(phrase) && !preferred.includes(suggestionMark + phrase),
  );
  const notes = absentKinds.map((phrase) => ({ code: 'none of kind' as const, of: phrase.slice(traitMark.length) }));
  return withUnstated({ ...read, preferred, notes: [...read.notes, ...notes] }, [...unstated, ...unused]);
}

async function isWithoutCars({ catalogue }: CompletionContext, query: CatalogueQuery): Promise<boolean> {
  return (await catalogue.ask('quantile', { query, of: 'price', share: 0.5 })) === null;
}

/** Adds a note about the phrases that no description of the found cars has. */
function withUnstated(read: Understood, unstated: readonly string[]): Understood {
  if (unstated.length === 0) return read;
  const of = unstated.map((phrase) => `“${phrase}”`).join(', ');
  return { ...read, notes: [...read.notes, { code: 'not stated', of }] };
}

/** Maximum number of makes that a text asks for by name. More of them are a kind of make, such as German ones. */
const namedMakesMaximum = 2;

/**
 * Orders a question without an order of its own by price, the lowest first. The cars of a named make or model keep the
 * usual order.
 */
function withDefaultOrder({ sort, q }: SearchQuery, read: Understood): Understood {
  const { filters, preferred, rest } = read;
  const isOrdered = (sort !== undefined && sort !== 'relevance') || filters.some(({ name }) => name === 'sort');
  // A text that consists of opinions and filler words, such as `reliable one`, counts as a question too.
  const isTextWithoutFilters = filters.length === 0 && (q ?? '').trim() !== '';
  const isQuestion = isTextWithoutFilters || filters.length + read.dropped.length + read.notes.length > 0;
  if (isOrdered || preferred.length > 0 || rest !== '' || !isQuestion) return read;
  const makes = filters.filter(({ name }) => name === 'brand');
  const isNamed = makes.length > 0 || filters.some(({ name, value }) => name === 'model' && !isExcludedModel(value));
  const isBudget = read.quarters.length > 0 || read.compared !== null;
  if (isNamed && makes.length <= namedMakesMaximum && !isBudget) return read;
  return { ...read, filters: [...filters, { name: 'sort', value: orderOf(read), typed: '', from: 0, to: 0 }] };
}

/** The figure that a question bounds or calls low is also its order; otherwise it is the price. */
function orderOf({ filters, quarters, compared }: Understood): string {
  // Among the cars like another one, those whose COE ends soon cost the least and are worth the least.
  if (compared !== null) return compared.wishes.includes('newer') ? 'price' : 'depreciation';
  const isDepreciation =
    quarters.some(({ of: field }) => field === 'Depreciation') ||
    filters.some(({ name }) => name === 'maxDepreciation');
  if (isDepreciation) return 'depreciation';
  if (filters.some(({ name }) => name === 'maxRoadTax')) return 'roadTax';
  return filters.some(({ name }) => name === 'maxInstalment') ? 'instalment' : 'price';
}
