import { type ComponentProps, lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import type { CarSearch } from './car-search.ts';

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }));

type SuggestFieldProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  /** What a chosen suggestion narrows down further. */
  readonly search: CarSearch;
};

/** A field for words of a search. What it suggests comes with the first focus, and none of it is needed to search. */
export function SuggestField({ search, ...attributes }: SuggestFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<HTMLInputElement>();
  // Enter may come before the suggestions do: after a search no suggestions are shown.
  const searched = useRef(false);
  // Users may be typing before the page is hydrated: no focus event comes for that field any more.
  useEffect(() => {
    if (input.current !== null && input.current === document.activeElement) setField(input.current);
  }, []);
  return (
    <>
      <input
        {...attributes}
        ref={input}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="false"
        autoComplete="off"
        enterKeyHint="search"
        onFocus={(event) => setField(event.currentTarget)}
        onInput={() => {
          searched.current = false;
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') searched.current = true;
        }}
      />
      {field === undefined ? null : (
        <Suspense>
          <Suggestions field={field} searched={searched} search={search} />
        </Suspense>
      )}
    </>
  );
}
