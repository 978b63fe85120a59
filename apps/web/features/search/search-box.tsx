import { Search } from 'lucide-react';
import type { FormEvent, ReactElement, Ref } from 'react';
import { search as words } from '#messages/search';
import { words as shared } from '#messages/shared-words';
import { Icon } from '../../ui/icon.tsx';
import type { CarSearch } from './car-search.ts';
import { SuggestField } from './suggest-field.tsx';

type SearchBoxProps = {
  readonly id: string;
  readonly ref: Ref<HTMLFormElement>;
  readonly search: CarSearch;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** Parts of a search that have no field on the page: the form carries them on. */
const withoutField = ['minYearsOfUse', 'maxYearsOfUse', 'maxCoeMonths', 'postedWithin'] as const;

/** The words of the search, and the form that the other fields belong to. */
export function SearchBox({ id, ref, search, onSubmit }: SearchBoxProps): ReactElement {
  return (
    <search>
      <form className="s__q" id={id} ref={ref} method="get" action="/cars" onSubmit={onSubmit}>
        <Icon of={Search} />
        <SuggestField
          name="q"
          defaultValue={search.q ?? ''}
          maxLength={100}
          placeholder={words.example}
          aria-label={words.label}
          search={search}
        />
        <input type="hidden" name="understand" value="1" />
        {withoutField.map((name) =>
          search[name] === undefined ? null : <input key={name} type="hidden" name={name} value={search[name]} />,
        )}
        <button className="btn btn--primary btn--lg" type="submit">
          {shared.search}
        </button>
      </form>
    </search>
  );
}
