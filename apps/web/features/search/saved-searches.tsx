import { Bookmark } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { searchMessages } from '#messages/search';
import { Icon } from '../../ui/icon.tsx';
import type { CarSearch } from './car-search.ts';
import styles from './search-page.module.css';

const SavedSearchesDialog = lazy(async () => ({
  default: (await import('./saved-searches-dialog.tsx')).SavedSearchesDialog,
}));

/** The button that opens the dialog with the saved searches. */
export function SavedSearches({ search }: { search: CarSearch }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button className={`btn ${styles.carSearchSaved}`} type="button" onClick={() => setIsOpen(true)}>
        <Icon of={Bookmark} />
        <span>{searchMessages.saved.button}</span>
      </button>
      {isOpen ? (
        <Suspense>
          <SavedSearchesDialog search={search} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
