import { type ReactElement, useEffect, useRef } from 'react';

type SearchBoxProps = {
  /** The placeholder of the empty field, and its accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onSearch: (searchWords: string) => void;
};

/** Milliseconds after the last key press until the search starts. */
const debounceMs = 300;

/** The search field above a list. The search starts shortly after the last key press, and immediately on Enter. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps): ReactElement {
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inputRef = useRef<HTMLInputElement>(null);
  // A search that has not started is cancelled when the visitor leaves the page.
  useEffect(() => () => clearTimeout(timerRef.current), []);
  // When another control removes the search, the field becomes empty. Text that the user is typing is not changed.
  useEffect(() => {
    if (inputRef.current !== null && inputRef.current !== document.activeElement) inputRef.current.value = value;
  }, [value]);
  const startSearch = (searchWords: string, delayMs: number) => {
    clearTimeout(timerRef.current);
    timerRef.current = setTimeout(() => onSearch(searchWords.trim()), delayMs);
  };
  return (
    <search className="field grow searchbox">
      <input
        ref={inputRef}
        type="search"
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        maxLength={100}
        defaultValue={value}
        onChange={(event) => startSearch(event.currentTarget.value, debounceMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') startSearch(event.currentTarget.value, 0);
        }}
      />
    </search>
  );
}
