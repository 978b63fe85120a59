import type { SearchQuery } from '@carhouse/contract/search';
import type { SearchNote } from '@carhouse/contract/search-notes';
import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { traitPrefix } from '@carhouse/search/query/car-traits';
import { suggestionPrefix, synonymSign } from '@carhouse/search/query/page-by-preference';
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
import { addEconomicalPetrol } from './add-economical-petrol.ts';
import { addUnstatedNote, isMakeOfModel, makeAbsentKindNote } from './add-missed-wishes.ts';
import { omitSoftWishes } from './complete-soft-wishes.ts';
import { completeTypedSize } from './complete-typed-size.ts';
import { isWithoutCars } from './find-any-car.ts';
import { addUnderstoodFilters, type CompletedUnderstanding, readQuery, readQueryOfFilters } from './read-query.ts';

type UnderstandingWithSuggestions = CompletedUnderstanding & Pick<Understanding, 'suggestedPhrases'>;

/**
 * Completes the understanding of a text: adds the bounds that depend on the cars, keeps the preferred phrases that a
 * car has, and adds an order.
 */
export async function completeUnderstanding(
  context: SearchContext,
  request: SearchQuery,
  understanding: Understanding,
): Promise<CompletedUnderstanding> {
  // The cursor of a later page depends on the sort order, which is not known yet.
  const requestQuery = { ...request, before: undefined };
  const { unstatedRemarks, absentModels, ownCars, topics, ...readText } = understanding;
  const notes: SearchNote[] = [
    ...topics.map((of) => ({ code: 'site', of }) as const),
    ...ownCars.map((of) => ({ code: 'own car', of }) as const),
    ...understanding.notes.map((code) => ({ code })),
  ];
  if (absentModels.length > 0) notes.push({ code: 'none on sale', of: absentModels.join(' or ') });
  const understandingWithNotes: UnderstandingWithSuggestions = { ...readText, notes, preferredOnly: false };
  const { understanding: understood, size } = await addComparedBounds(context, requestQuery, understandingWithNotes);
  const understandingWithBounds: UnderstandingWithSuggestions = {
    ...(await addEconomicalPetrol(
      context,
      requestQuery,
      await addQuarterBounds(context, requestQuery, await omitSoftWishes(context, requestQuery, understood)),
    )),
    suggestedPhrases: [],
  };
  const suggestedPhrases = [...new Set([...understanding.suggestedPhrases, ...(size === null ? [] : [size])])];
  const understandingOfParts = await searchForAnyPart(context, requestQuery, {
    ...understandingWithBounds,
    suggestedPhrases,
  });
  const completedUnderstanding = await keepPreferredPhrasesOfCars(context, requestQuery, understandingOfParts, {
    unstatedPhrases: unstatedRemarks,
    askedPhrases: understanding.suggestedPhrases,
  });
  return addDefaultOrder(
    requestQuery,
    await addOtherMeaning(
      context,
      requestQuery,
      await completeTypedSize(context, requestQuery, completedUnderstanding),
    ),
  );
}

const roomyTrait = 'is:roomy';

/** The two meanings of a monthly amount, and the note that offers the other meaning. */
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
 * Adds a note when a monthly amount finds cars in its other meaning: as a cost or as an instalment. When the text names
 * a loan, its other meaning is tried only if no car is within the amount. A plain amount always gets the note.
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
  const isPlain = understanding.notes.some(({ code: noteCode }) => noteCode === 'amount a month');
  const isLoanNamed = filter.name === 'maxInstalment' && !isPlain;
  const hasNoCarWithin = await isWithoutCars(context, makeQuery(understanding.filters));
  if (isLoanNamed && !hasNoCarWithin) return understanding;
  const { least, name, otherLeast, code: otherCode } = otherMeanings[filter.name as 'maxInstalment'];
  const code = isPlain ? 'or cost to own' : otherCode;
  const otherMeaningFilters = understanding.filters.map((each) =>
    each === filter ? { ...each, name } : each.name === least ? { ...each, name: otherLeast } : each,
  );
  const countCars = async (query: CatalogueQuery): Promise<number> => {
    const { countsPromise } = await context.catalogue.ask('page', { query: { ...query, limit: 1, facets: [] } });
    return (await countsPromise).total;
  };
  const query = makeQuery(otherMeaningFilters);
  const total = await countCars(query);
  if (total > 0) return addNote(understanding, code, total, '');
  // When the amount finds no car, a note says that its other meaning finds no car either.
  const hasNoCarInAmount = !isLoanNamed && hasNoCarWithin;
  const { absentConditions, alikeCars } = await context.catalogue.ask('relax', { query });
  const isBrandOrModel = ({ name: filterName }: Filter) => filterName === 'brand' || filterName === 'model';
  if (!absentConditions.includes('model') && !absentConditions.includes('brand'))
    return hasNoCarInAmount ? addNote(understanding, code, 0, '') : understanding;
  // The cars nearest to a model that is not on sale may be within the amount.
  const filters = [...otherMeaningFilters.filter((each) => !isBrandOrModel(each)), ...alikeCars.filters];
  const nearestCarCount = await countCars(
    readQuery(addUnderstoodFilters(requestQuery, { ...understanding, filters }), context.now()),
  );
  return nearestCarCount > 0 || hasNoCarInAmount
    ? addNote(understanding, code, nearestCarCount, ' like it')
    : understanding;
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
 * Adds a bound for words such as `cheap`: the first quartile of the prices that the other filters find, or the third
 * quartile of a figure that should be high. A bound that the text or the visitor names is not replaced.
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
    const isHighestQuarter = name.startsWith('min');
    const share = isHighestQuarter ? 1 - quarterShare : quarterShare;
    const value = await context.catalogue.ask('quantile', { query: searchQuery, of: field, share });
    // No car has this figure, for example because no listing states its ARF.
    if (value === null && note.of !== undefined)
      completedUnderstanding = {
        ...completedUnderstanding,
        unusedTexts: [...completedUnderstanding.unusedTexts, typed],
      };
    if (value === null) continue;
    const dollars = isHighestQuarter ? Math.floor(value / 100) : Math.ceil(value / 100);
    const bound: UnderstoodFilter = { name, value: String(dollars), typed, from, to };
    completedUnderstanding = {
      ...completedUnderstanding,
      filters: [...completedUnderstanding.filters, bound].sort((a, b) => a.from - b.from),
      notes: [...completedUnderstanding.notes, note],
    };
  }
  return completedUnderstanding;
}

/**
 * When no car has all parts of a text, each car must have at least one part, and the cars with the most parts come
 * first.
 */
async function searchForAnyPart(
  context: SearchContext,
  requestQuery: SearchQuery,
  understanding: UnderstandingWithSuggestions,
): Promise<UnderstandingWithSuggestions> {
  const hasSynonyms = understanding.remainingTextParts.some((part) => part.includes(synonymSign));
  if (understanding.remainingTextParts.length < 2 && !hasSynonyms) return understanding;
  const query = readQueryOfFilters(requestQuery, understanding, context.now());
  const [firstFound] = hasSynonyms
    ? []
    : await context.catalogue.ask('presentPhrases', {
        query: { ...query, text: '' },
        phrases: [understanding.remainingText],
      });
  if (firstFound !== undefined) return understanding;
  const parts = await context.catalogue.ask('presentPhrases', {
    query: { ...query, text: '' },
    phrases: [...understanding.remainingTextParts, ...understanding.suggestedPhrases],
  });
  if (parts.length === 0) return understanding;
  return {
    ...understanding,
    remainingText: '',
    remainingTextParts: [],
    preferredPhrases: [
      ...understanding.remainingTextParts,
      ...parts.filter((part) => !understanding.remainingTextParts.includes(part)),
    ],
    typedPreferredPhrases: understanding.remainingTextParts,
    suggestedPhrases: [],
    preferredOnly: true,
  };
}

/**
 * Keeps the preferred phrases that at least one matching car has. The other phrases that the visitor
 * typed, and remarks that no description contains, become a note.
 */
async function keepPreferredPhrasesOfCars(
  context: SearchContext,
  requestQuery: SearchQuery,
  { suggestedPhrases, ...understanding }: UnderstandingWithSuggestions,
  {
    unstatedPhrases,
    askedPhrases,
  }: { readonly unstatedPhrases: readonly string[]; readonly askedPhrases: readonly string[] },
): Promise<CompletedUnderstanding> {
  const markedSuggestions = suggestedPhrases
    .filter((phrase) => !understanding.preferredPhrases.includes(phrase))
    .map((phrase) => suggestionPrefix + phrase);
  const phrases = [...new Set([...understanding.preferredPhrases, ...markedSuggestions])];
  if (phrases.length === 0 || understanding.remainingText !== '')
    return addUnstatedNote(understanding, unstatedPhrases);
  const query = readQueryOfFilters(requestQuery, understanding, context.now());
  const phrasesOfCars = await context.catalogue.ask('presentPhrases', { query, phrases });
  // When no car is found, the phrases of all cars are kept, because the nearest cars may have them.
  const preferredPhrases =
    phrasesOfCars.length === 0 && (await isWithoutCars(context, query))
      ? await context.catalogue.ask('presentPhrases', { query: readQuery({}, context.now()), phrases })
      : phrasesOfCars;
  return addUnstatedNote(keepPhrases(understanding, preferredPhrases, askedPhrases), [
    ...unstatedPhrases,
    ...listMissingPhrases(understanding, preferredPhrases),
  ]);
}

/** The preferred phrases, as they were typed, that are not among the phrases that cars have. */
function listMissingPhrases(
  { preferredPhrases, typedPreferredPhrases, filters }: CompletedUnderstanding,
  presentPhrases: readonly string[],
): readonly string[] {
  // A phrase of one or two letters is only a part of a name, so no note mentions it.
  const shownPhrases = preferredPhrases.filter((phrase) => !presentPhrases.includes(phrase) && phrase.length > 2);
  return shownPhrases
    .filter((phrase) => !isMakeOfModel(phrase, filters))
    .map((phrase) => typedPreferredPhrases[preferredPhrases.indexOf(phrase)] ?? phrase);
}

/**
 * Replaces the preferred phrases by those that cars have, and adds a note for each kind of car that no car is of. The
 * typed form of a suggested phrase is empty.
 *
 * @param kinds the suggested phrases; those that name no kind of car are ignored
 */
function keepPhrases(
  understanding: CompletedUnderstanding,
  presentPhrases: readonly string[],
  kinds: readonly string[],
): CompletedUnderstanding {
  const { preferredPhrases, typedPreferredPhrases, notes, filters, typedKinds } = understanding;
  // In `family sedan` the body decides.
  const isRoomyOnlyForFamily =
    filters.some(({ name }) => name === 'body') &&
    typedKinds.every(({ trait, typed }) => trait !== roomyTrait || /famil/i.test(typed));
  const typedForms = new Map(preferredPhrases.map((phrase, index) => [phrase, typedPreferredPhrases[index] ?? phrase]));
  const absentKinds = kinds.filter(
    (phrase) =>
      phrase.startsWith(traitPrefix) &&
      !(phrase === roomyTrait && isRoomyOnlyForFamily) &&
      !presentPhrases.includes(phrase) &&
      !presentPhrases.includes(suggestionPrefix + phrase),
  );
  return {
    ...understanding,
    notes: [...notes, ...absentKinds.map(makeAbsentKindNote)],
    preferredPhrases: presentPhrases,
    typedPreferredPhrases: presentPhrases.map((phrase) => typedForms.get(phrase) ?? ''),
  };
}

/**
 * Maximum number of makes that a text asks for by name. A text with more makes asks for a kind of make, such as German
 * makes.
 */
const namedMakeCountMaximum = 2;

/**
 * Orders a question without an order of its own by price, the lowest first. The cars of a named make or model keep the
 * usual order.
 */
function addDefaultOrder({ sort, q }: SearchQuery, understanding: CompletedUnderstanding): CompletedUnderstanding {
  const { filters, preferredPhrases, remainingText } = understanding;
  const isOrdered = (sort !== undefined && sort !== 'relevance') || filters.some(({ name }) => name === 'sort');
  // A text that consists of opinions and filler words, such as `reliable one`, counts as a question too.
  const isTextWithoutFilters = filters.length === 0 && (q ?? '').trim() !== '';
  const isQuestion =
    isTextWithoutFilters || filters.length + understanding.unusedTexts.length + understanding.notes.length > 0;
  if (isOrdered || preferredPhrases.length > 0 || remainingText !== '' || !isQuestion) return understanding;
  const brandFilters = filters.filter(({ name }) => name === 'brand');
  const isNamed =
    brandFilters.length > 0 || filters.some(({ name, value }) => name === 'model' && !isExcludedModel(value));
  const isBudget = understanding.quarters.length > 0 || understanding.comparison !== null;
  if (isNamed && brandFilters.length <= namedMakeCountMaximum && !isBudget) return understanding;
  return {
    ...understanding,
    filters: [...filters, { name: 'sort', value: chooseOrder(understanding), typed: '', from: 0, to: 0 }],
  };
}

/** A question is ordered by the figure that it bounds or calls low, and otherwise by price. */
function chooseOrder({ filters, quarters, comparison }: CompletedUnderstanding): string {
  // Among similar cars, the cars whose COE ends soon are the cheapest but the worst value, so the order is by
  // depreciation.
  if (comparison !== null) return comparison.wishes.includes('newer') ? 'price' : 'depreciation';
  const isAboutDepreciation =
    quarters.some(({ of: field }) => field === 'Depreciation') ||
    filters.some(({ name }) => name === 'maxDepreciation');
  if (isAboutDepreciation) return 'depreciation';
  if (filters.some(({ name }) => name === 'maxRoadTax')) return 'roadTax';
  return filters.some(({ name }) => name === 'maxInstalment') ? 'instalment' : 'price';
}
