import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { searchMessages } from '#messages/search';
import { readFormText } from '../../app/form-text.ts';
import { stringifySearch } from '../../app/paths.ts';
import { createStoredList } from '../../app/stored-list.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { listAppliedFilters } from './applied-parts.ts';
import { type CarSearch, readCarSearch } from './car-search.ts';
import styles from './saved-searches.module.css';
import { removeParameters } from './search-parts.ts';

export type StoredSearch = {
  readonly name: string;
  /** The query part of the URL, such as `?brand=Tesla`. */
  readonly address: string;
};

/** The searches that the visitor has saved in this browser. */
export const storedSearches = createStoredList<StoredSearch>({
  name: 'carhouse.searches',
  itemCountMaximum: 20,
  parseEntry: (entry) => {
    if (typeof entry !== 'object' || entry === null) return undefined;
    const { name, address } = entry as Record<string, unknown>;
    const isValidEntry = typeof name === 'string' && typeof address === 'string' && /^\?[^#]*$/.test(address);
    return isValidEntry ? { name, address } : undefined;
  },
  isSameItem: (firstSearch, secondSearch) => firstSearch.address === secondSearch.address,
});

/**
 * A dialog that saves the search under a name and lists the saved searches. The searches are stored only in this
 * browser.
 */
export function SavedSearchesDialog({ search, onClose }: { search: CarSearch; onClose: () => void }): ReactElement {
  const savedSearches = storedSearches.use();
  const address = stringifySearch(removeParameters(search, 'said'));
  const savedSearch = savedSearches.find((each) => each.address === address);
  const parts = listAppliedFilters(search);
  const [announcement, setAnnouncement] = useState('');
  const saveSearch = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = readFormText(event.currentTarget, 'name').trim() || suggestedName;
    storedSearches.add({ name, address });
    setAnnouncement(searchMessages.saved.keptAs(name));
  };
  const suggestedName = parts.map(({ text }) => text).join(', ');
  return (
    <Dialog title={searchMessages.saved.title} onClose={onClose} isSmall>
      <div className={`dialog__body ${styles.saved}`}>
        {parts.length === 0 || savedSearch !== undefined ? (
          <p className={styles.savedNote}>
            {savedSearch === undefined ? searchMessages.saved.nothing : searchMessages.saved.already(savedSearch.name)}
          </p>
        ) : (
          <form className={styles.savedForm} onSubmit={saveSearch}>
            <Field
              label={searchMessages.saved.name}
              name="name"
              defaultValue={suggestedName}
              maxLength={80}
              autoComplete="off"
              data-autofocus
            />
            <Button type="submit" kind="primary">
              {searchMessages.saved.keep}
            </Button>
          </form>
        )}
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
        {savedSearches.length === 0 ? null : (
          <ul className={styles.savedList} aria-label={searchMessages.saved.list}>
            {savedSearches.map((each) => (
              <li key={each.address}>
                <Link to="/cars" search={readSavedSearch(each.address)} className={styles.savedLink} onClick={onClose}>
                  {each.name}
                </Link>
                <button
                  className="iconbtn"
                  type="button"
                  aria-label={searchMessages.saved.remove(each.name)}
                  onClick={() => {
                    storedSearches.remove(each);
                    setAnnouncement(searchMessages.saved.removed(each.name));
                  }}
                >
                  <Icon of={Trash2} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.savedNote}>{searchMessages.saved.where}</p>
      </div>
    </Dialog>
  );
}

/**
 * Reads the search from a saved URL and validates the search like that of any other URL, because its content may be
 * outdated.
 */
function readSavedSearch(address: string): CarSearch {
  const parametersInUrl: Record<string, unknown> = {};
  const params = new URLSearchParams(address);
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    parametersInUrl[name] = values.length === 1 ? parseUrlValue(values[0] ?? '') : values;
  }
  return readCarSearch(parametersInUrl);
}

/**
 * Parses the value of a parameter as the router does. The router writes quotes around text that looks like a number.
 */
function parseUrlValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
