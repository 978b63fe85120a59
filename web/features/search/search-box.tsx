import { Search } from 'lucide-react';
import type { FormEvent, ReactElement, Ref } from 'react';
import { search as words } from '#texts/search';
import { words as shared } from '#texts/shared-words';
import { Icon } from '../../ui/icon.tsx';

type SearchBoxProps = {
  readonly id: string;
  readonly ref: Ref<HTMLFormElement>;
  readonly typed: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** The words of the search, and the form that the other fields belong to. */
export function SearchBox({ id, ref, typed, onSubmit }: SearchBoxProps): ReactElement {
  return (
    <search>
      <form className="s__q" id={id} ref={ref} method="get" action="/cars" onSubmit={onSubmit}>
        <Icon of={Search} />
        <input
          type="search"
          name="q"
          defaultValue={typed}
          maxLength={100}
          placeholder={words.example}
          aria-label={words.label}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button className="btn btn--primary btn--lg" type="submit">
          {shared.search}
        </button>
      </form>
    </search>
  );
}
