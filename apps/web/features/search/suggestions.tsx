import { type Suggestion, suggest } from '@carhouse/contract/suggest';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CarFront, MapPin, Search, Tag } from 'lucide-react';
import {
  type CSSProperties,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { listingMessages } from '#messages/listings';
import { searchMessages } from '#messages/search';
import { useClient } from '../../app/api.ts';
import { makeQueryKey } from '../../app/call-query.ts';
import { formatCountWithNoun } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { CarSearch } from './car-search.ts';
import { removeInterpretation, removeParameters } from './search-parts.ts';
import styles from './suggestions.module.css';

/** Milliseconds after the last key press before suggestions are requested. */
const debounceMs = 120;

const icons = { brand: Tag, model: CarFront, location: MapPin, word: Search };

type SuggestionsProps = {
  readonly field: HTMLInputElement;
  /** Whether the search was submitted before the suggestions loaded. */
  readonly wasSubmittedRef: RefObject<boolean>;
  readonly search: CarSearch;
};

/**
 * The suggestions for a text field: a list box that the field controls, as in the combobox pattern of WAI-ARIA. Arrow
 * keys move through the list, Enter chooses the active suggestion or else searches, and Escape closes the list.
 */
export function Suggestions({ field, wasSubmittedRef, search }: SuggestionsProps): ReactElement | null {
  const id = useId();
  const navigate = useNavigate();
  const client = useClient();
  // The user may have typed while this component loaded.
  const [typedText, setTypedText] = useState(() => (field.value === field.defaultValue ? '' : field.value.trim()));
  const [isOpen, setIsOpen] = useState(() => typedText !== '' && !wasSubmittedRef.current);
  const [at, setAt] = useState(-1);
  const { data } = useQuery(
    queryOptions({
      queryKey: makeQueryKey(suggest, typedText.toLowerCase()),
      queryFn: () => client(suggest, { query: { q: typedText } }),
      enabled: typedText !== '',
      placeholderData: (previousData) => previousData,
    }),
  );
  const shownSuggestions = typedText === '' ? [] : (data ?? []);
  const isListShown = isOpen && shownSuggestions.length > 0;
  const choose = (suggestion: Suggestion) => {
    setIsOpen(false);
    field.value = '';
    void navigate({ to: '/cars', search: narrowSearch(search, suggestion), resetScroll: false });
  };
  const latestStateRef = useRef({ typed: typedText, list: shownSuggestions, at, shown: isListShown, choose });
  useEffect(() => {
    latestStateRef.current = { typed: typedText, list: shownSuggestions, at, shown: isListShown, choose };
    field.setAttribute('aria-expanded', String(isListShown));
    setOptionalAttribute(field, 'aria-controls', isListShown ? id : undefined);
    setOptionalAttribute(field, 'aria-activedescendant', isListShown && at >= 0 ? `${id}-${at}` : undefined);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleInput = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setTypedText(field.value.trim());
        setAt(-1);
        setIsOpen(true);
      }, debounceMs);
    };
    const closeList = () => {
      clearTimeout(timer);
      setIsOpen(false);
      setAt(-1);
    };
    const handleKey = (event: KeyboardEvent) => {
      const { list: offeredSuggestions, at: currentIndex, shown: isShown, choose: take } = latestStateRef.current;
      // Keys that go to an input method editor are ignored.
      if (event.isComposing) return;
      if (event.key === 'Escape' && isShown) {
        event.preventDefault();
        closeList();
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (offeredSuggestions.length === 0) return;
        event.preventDefault();
        setIsOpen(true);
        setAt(isShown ? findNextIndex(currentIndex, event.key === 'ArrowDown' ? 1 : -1, offeredSuggestions.length) : 0);
      } else if (event.key === 'Enter') {
        const chosenSuggestion = isShown ? offeredSuggestions[currentIndex] : undefined;
        if (chosenSuggestion === undefined) return closeList();
        event.preventDefault();
        take(chosenSuggestion);
      }
    };
    // The clear button of the field replaces the clear button of the browser.
    field.classList.add(styles.suggestField ?? '');
    field.addEventListener('input', handleInput);
    field.addEventListener('keydown', handleKey);
    field.addEventListener('blur', closeList);
    // Keys that were pressed before this effect ran are lost, so the text is read from the field here.
    if (field.value.trim() !== latestStateRef.current.typed && !wasSubmittedRef.current) handleInput();
    return () => {
      clearTimeout(timer);
      field.removeEventListener('input', handleInput);
      field.removeEventListener('keydown', handleKey);
      field.removeEventListener('blur', closeList);
    };
  }, [field, wasSubmittedRef]);
  const listPositionStyle = useListPosition(field, isListShown);
  useEffect(() => {
    if (isListShown && at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at, isListShown]);
  return (
    <>
      <p className="visually-hidden" role="status">
        {isListShown ? searchMessages.suggestions.found(shownSuggestions.length) : ''}
      </p>
      {isListShown ? (
        <div
          className={styles.suggest}
          role="listbox"
          id={id}
          aria-label={searchMessages.suggestions.label}
          style={listPositionStyle}
        >
          {shownSuggestions.map((suggestion, index) => (
            // The focus stays in the field, which names the active suggestion and handles the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses
            <div
              key={`${suggestion.kind} ${suggestion.text}`}
              role="option"
              tabIndex={-1}
              id={`${id}-${index}`}
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <Icon of={icons[suggestion.kind]} />
              <span className={styles.suggestText}>{suggestion.text}</span>
              <span className={`${styles.suggestCars} num`}>
                {formatCountWithNoun(suggestion.count, listingMessages.car, listingMessages.cars)}
              </span>
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Distance in pixels between the field and its list, and between the list and the edge of the window. */
const gapPixels = 6;
const edgeDistancePixels = 12;
/** Maximum and minimum height of the list in pixels: enough for eight suggestions, and for three. */
const maximumHeightPixels = 416;
const minimumHeightPixels = 160;

/**
 * Positions the list below the field, or above it when there is more space. The height of the list is limited by the
 * space below or above the field, so that each suggestion can be reached by scrolling.
 */
function useListPosition(field: HTMLInputElement, isListShown: boolean): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (!isListShown) return;
    const updateListPosition = () => {
      const fieldBox = (field.closest('label') ?? field).getBoundingClientRect();
      const formBox = (field.form ?? field).getBoundingClientRect();
      const headerBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const viewportHeight = window.visualViewport?.height ?? window.innerHeight;
      const spaceBelow = viewportHeight - fieldBox.bottom - gapPixels - edgeDistancePixels;
      const spaceAbove = fieldBox.top - Math.max(0, headerBottom) - gapPixels - edgeDistancePixels;
      const isListBelowField = spaceBelow >= Math.min(maximumHeightPixels, Math.max(spaceAbove, minimumHeightPixels));
      const availableHeight = Math.max(
        minimumHeightPixels,
        Math.min(maximumHeightPixels, isListBelowField ? spaceBelow : spaceAbove),
      );
      const position = isListBelowField
        ? { top: fieldBox.bottom - formBox.top + gapPixels }
        : { bottom: formBox.bottom - fieldBox.top + gapPixels };
      setPlace({ ...position, maxHeight: availableHeight });
    };
    updateListPosition();
    window.addEventListener('resize', updateListPosition);
    window.addEventListener('scroll', updateListPosition, { passive: true });
    return () => {
      window.removeEventListener('resize', updateListPosition);
      window.removeEventListener('scroll', updateListPosition);
    };
  }, [field, isListShown]);
  return place;
}

function setOptionalAttribute(field: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) field.removeAttribute(name);
  else field.setAttribute(name, value);
}

/** Returns the next index in a cycle; -1 means the field itself. */
function findNextIndex(currentIndex: number, step: 1 | -1, optionCount: number): number {
  return ((currentIndex + 1 + step + optionCount + 1) % (optionCount + 1)) - 1;
}

/**
 * Returns the search with the filters of a suggestion. The filters of the suggestion replace the text of the search.
 * Other filters remain.
 */
function narrowSearch(search: CarSearch, { brand, model, location, q }: Suggestion): CarSearch {
  return {
    ...removeParameters(removeInterpretation(search), ...(brand === undefined ? [] : (['brand', 'model'] as const))),
    ...(brand === undefined ? {} : { brand: [brand] }),
    ...(model === undefined ? {} : { model: [model] }),
    ...(location === undefined ? {} : { location: [location] }),
    ...(q === undefined ? {} : { q, literal: '1' as const }),
  };
}
