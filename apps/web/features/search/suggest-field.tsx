import { type ComponentProps, lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import type { CarSearch } from './car-search.ts';

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }));

type SuggestFieldProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  /** The search that a chosen suggestion narrows. */
  readonly search: CarSearch;
};

/**
 * A field for search text. The suggestions load when the field first gets the focus, and searching works without
 * suggestions.
 */
export function SuggestField({ search, ...attributes }: SuggestFieldProps): ReactElement {
  const inputRef = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<HTMLInputElement>();
  // Whether a search was submitted. Suggestions that load after a submission are not shown.
  const wasSubmittedRef = useRef(false);
  // When a user is already typing before hydration, no focus event follows.
  useEffect(() => {
    if (inputRef.current !== null && inputRef.current === document.activeElement) setField(inputRef.current);
  }, []);
  return (
    <>
      <input
        {...attributes}
        ref={inputRef}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="false"
        autoComplete="off"
        enterKeyHint="search"
        onFocus={(event) => setField(event.currentTarget)}
        onInput={() => {
          wasSubmittedRef.current = false;
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') wasSubmittedRef.current = true;
        }}
      />
      {field === undefined ? null : (
        <Suspense>
          <Suggestions field={field} wasSubmittedRef={wasSubmittedRef} search={search} />
        </Suspense>
      )}
    </>
  );
}
