import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { Icon } from '../../ui/icon.tsx';
import { listAppliedFilters } from './applied-parts.ts';
import type { CarSearch } from './car-search.ts';
import { describeCorrections, explainSearch, isQuestionAboutSite, wasTextUnderstood } from './explain-search.ts';
import styles from './search-page.module.css';
import { removeInterpretation } from './search-parts.ts';

type Corrections = readonly { readonly typed: string; readonly meant: string }[];
type AppliedFiltersProps = { readonly search: CarSearch; readonly corrections: Corrections };

/**
 * Shows the active filters, each with a button that removes it. The component renders nothing without active filters.
 */
export function AppliedFilters({ search, corrections }: AppliedFiltersProps): ReactElement | null {
  const parts = listAppliedFilters(search, corrections);
  if (parts.length === 0) return null;
  return (
    <nav className={styles.applied} aria-label={searchMessages.applied}>
      {parts.map(({ key, text, remainingSearch }) => (
        <Link
          key={key}
          to="/cars"
          search={remainingSearch}
          resetScroll={false}
          aria-label={searchMessages.remove(text)}
        >
          <span className="num">{text}</span>
          <Icon of={X} />
        </Link>
      ))}
      <Link to="/cars" search={{}} resetScroll={false} className={styles.clear}>
        {searchMessages.clear}
      </Link>
    </nav>
  );
}

type QueryInterpretationProps = {
  readonly search: CarSearch;
  readonly corrections: Corrections;
  /** Whether matching cars are missing, because the text is too expensive to search completely. */
  readonly isResultPartial: boolean;
  /** Whether no car was found. The nearest cars are sorted in their own order. */
  readonly isEmpty: boolean;
};

/** Shows how the search text was interpreted: corrected typing errors, and words that became filters. */
export function QueryInterpretation({
  search,
  corrections,
  isResultPartial,
  isEmpty,
}: QueryInterpretationProps): ReactElement | null {
  const { said, dropped } = search;
  if (said === undefined && dropped === undefined && corrections.length === 0 && !isResultPartial) return null;
  const explanations = explainSearch(search, isEmpty);
  return (
    <div className={styles.resultsRead}>
      {corrections.length === 0 ? null : <p>{describeCorrections(corrections)}</p>}
      {explanations.length === 0 ? null : <p className="num">{explanations.join(' ')}</p>}
      {isQuestionAboutSite(search) ? (
        <p>
          <Link className="link" to="/faq">
            {searchResultMessages.questionsAndAnswers}
          </Link>
        </p>
      ) : null}
      {isResultPartial ? <p>{searchMessages.partial}</p> : null}
      {said === undefined ? null : (
        <p>
          {wasTextUnderstood(search) ? searchMessages.understood(said) : searchMessages.onlyWords(said)}{' '}
          <Link className="link" to="/cars" search={{ q: said, literal: '1' }} resetScroll={false}>
            {searchMessages.asWords}
          </Link>{' '}
          <Link className="link" to="/cars" search={removeInterpretation(search)} resetScroll={false}>
            {searchMessages.clearQuestion}
          </Link>
        </p>
      )}
    </div>
  );
}
