import { searchSorts } from '@carhouse/contract/search';
import type { ReactElement } from 'react';
import { searchMessages } from '#messages/search';
import { Select } from '../../ui/select.tsx';
import { type CarSearch, findDefaultSort } from './car-search.ts';
import { formatSortOrder } from './value-names.ts';

type SortSelectProps = {
  readonly formId: string;
  readonly search: CarSearch;
  readonly onChange: () => void;
};

/** The select box for the sort order of the list. */
export function SortSelect({ formId, search, onChange }: SortSelectProps): ReactElement {
  // Without a text all cars are equally relevant, so the order by relevance is not offered.
  const offeredSorts = searchSorts.filter(
    (sort) => sort !== 'relevance' || (search.q ?? search.prefer) !== undefined || search.sort === sort,
  );
  return (
    <Select
      label={searchMessages.sort}
      isLabelHidden
      form={formId}
      name="sort"
      defaultValue={search.sort ?? findDefaultSort(search)}
      onChange={onChange}
    >
      {offeredSorts.map((each) => (
        <option key={each} value={each}>
          {formatSortOrder(each)}
        </option>
      ))}
    </Select>
  );
}
