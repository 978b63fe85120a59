import { type SearchSort, searchSorts } from '@carhouse/contract/search';
import type { ReactElement } from 'react';
import { search as words } from '#texts/search';
import { Select } from '../../ui/select.tsx';

type SortSelectProps = {
  readonly formId: string;
  readonly sort: SearchSort | undefined;
  readonly onChange: () => void;
};

/** The order of the list. */
export function SortSelect({ formId, sort, onChange }: SortSelectProps): ReactElement {
  return (
    <Select
      label={words.sort}
      labelHidden
      form={formId}
      name="sort"
      defaultValue={sort ?? 'newest'}
      onChange={onChange}
    >
      {searchSorts.map((each) => (
        <option key={each} value={each}>
          {words.sorts[each]}
        </option>
      ))}
    </Select>
  );
}
