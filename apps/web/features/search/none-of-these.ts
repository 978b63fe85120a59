import { rangeNames } from '@carhouse/contract/search';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { formatCount } from '../../ui/format.ts';
import type { CarSearch, RangeName } from './car-search.ts';
import { describeValueGroup } from './value-groups.ts';
import { formatBound, formatRange, formatValueOutsideList } from './value-names.ts';

/**
 * The sentence about the conditions of a search that none of the nearest cars meets: `None of these is of 2018, and none
 * costs at most $1,000 a month to own.` Undefined without such a condition.
 *
 * @param names the parameters of the conditions; both bounds of a range are described together
 */
export function describeNoneOfThese(search: CarSearch, names: readonly string[]): string | undefined {
  const conditions = names.flatMap((name) => {
    const range = rangeNames.find((each) => name === `min${each}` || name === `max${each}`);
    return range === undefined ? describeFacet(search, name) : describeRange(search, range);
  });
  const [firstCondition, ...otherConditions] = new Set(conditions);
  return firstCondition === undefined ? undefined : searchResultMessages.noneOfThese(firstCondition, otherConditions);
}

function describeRange(search: CarSearch, range: RangeName): readonly string[] {
  const [min, max] = [search[`min${range}`], search[`max${range}`]];
  const { verbsOfRanges, amount, yearIs } = searchResultMessages;
  if (range === 'Year') return min === undefined && max === undefined ? [] : [yearIs(min, max)];
  if (range === 'CoeEnd') {
    const end = formatRange(range, min, max);
    return end === undefined ? [] : [searchResultMessages.hasEnd(end)];
  }
  if (range === 'EngineCc') {
    const engine = formatRange(range, min, max);
    return engine === undefined ? [] : [searchResultMessages.hasEngine(engine)];
  }
  // Years of use are full years, so a car with at most four years of use is less than five years old.
  if (range === 'YearsOfUse' && min === undefined && max !== undefined)
    return [searchResultMessages.isYounger(max + 1)];
  if (range === 'Seats' && max === undefined && min !== undefined)
    return [searchResultMessages.hasSeats(searchMessages.seatsAtLeast(searchMessages.seats(min)))];
  const formatBoundWithAmount = (value: number) =>
    range === 'Instalment' || range === 'MonthlyCost' ? `$${formatCount(value)}` : formatBound(range, value);
  const value = amount(
    min === undefined ? undefined : formatBoundWithAmount(min),
    max === undefined ? undefined : formatBoundWithAmount(max),
  );
  return value === undefined ? [] : [verbsOfRanges[range](value)];
}

function describeFacet(search: CarSearch, name: string): readonly string[] {
  const { conditions } = searchResultMessages;
  if (name === 'coeCategory')
    return search.coeCategory === undefined ? [] : [conditions.coeCategory(search.coeCategory)];
  if (name === 'postedWithin')
    return search.postedWithin === undefined ? [] : [conditions.postedWithin(search.postedWithin)];
  if (name === 'q') return search.q === undefined ? [] : [conditions.q(searchMessages.words(search.q))];
  const part = wordFacets.find((facet) => facet === name);
  const values = part === undefined ? [] : (search[part] ?? []);
  if (part === undefined || values.length === 0) return [];
  const names = values.map((value) => formatValueOutsideList(part, value));
  const group = describeValueGroup(search, part);
  if (part === 'fuel' || part === 'transmission' || part === 'colour')
    return [conditions.adjective(group ?? names.map(lowerFirstLetter).join(searchMessages.empty.or))];
  if (part === 'verified') return [conditions.verified];
  if (part === 'sellerKind') return [conditions.sellerKind(values)];
  return [conditions[part](group ?? names.join(searchMessages.empty.or))];
}

function lowerFirstLetter(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
