import { rangeNames } from '@carhouse/contract/search';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import { searchMessages } from '#messages/search';
import type { CarSearch } from './car-search.ts';
import { withoutParts, withoutValue } from './search-parts.ts';
import { rangeName, valueAlone } from './value-names.ts';

export type AppliedPart = {
  readonly key: string;
  /** `Tesla`, `$100,000 to $1,400,000`, `“long range”`. */
  readonly text: string;
  /** The search without it. */
  readonly rest: CarSearch;
};

/** What narrows a search down, part by part, in the order of the filters. */
export function appliedParts(search: CarSearch): readonly AppliedPart[] {
  const { q, postedWithin } = search;
  return [
    ...(q === undefined ? [] : [{ key: 'q', text: searchMessages.words(q), rest: withoutParts(search, 'q') }]),
    ...wordFacets.flatMap((part) =>
      (search[part] ?? []).map((value) => ({
        key: `${part} ${value}`,
        text: valueAlone(part, value),
        rest: withoutValue(search, part, value),
      })),
    ),
    ...rangeNames.flatMap((range) => {
      const text = rangeName(range, search[`min${range}`], search[`max${range}`]);
      return text === undefined ? [] : [{ key: range, text, rest: withoutParts(search, `min${range}`, `max${range}`) }];
    }),
    ...(postedWithin === undefined
      ? []
      : [
          {
            key: 'posted',
            text: searchMessages.postedWithin(postedWithin),
            rest: withoutParts(search, 'postedWithin'),
          },
        ]),
  ];
}
