import { type ReactElement, useState } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/field.tsx';
import { useFocusAdded } from '../../ui/use-focus-added.ts';
import styles from './dash-cards.module.css';

/**
 * Number of rows that are shown at first, and number of rows that each 'Show more' adds. The number is divisible by 1,
 * 2 and 3, so the last row of cards is full.
 */
const rowsPerStep = 12;

/** Fetches the next page of a list that is fetched page by page. */
export type ListPageFetcher = {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ readonly isFetchNextPageError: boolean }>;
};

type ShownRows<Row> = {
  readonly rows: readonly Row[];
  /** Whether there are rows that are not rendered or not fetched yet. */
  readonly hasMore: boolean;
  /** Renders the next rows, fetches them first when needed, and focuses the first of them. */
  readonly showMore: () => void;
};

/**
 * Returns the rendered part of a long list; `Show more` renders further rows. `makeElementId` returns the HTML id of a row.
 */
export function useShownRows<Row>(
  rows: readonly Row[],
  makeElementId: (row: Row) => string,
  pages?: ListPageFetcher,
): ShownRows<Row> {
  const [shownCount, setShownCount] = useState(rowsPerStep);
  const focusFirstAddedRow = useFocusAdded((index) => {
    const row = rows[index];
    return row === undefined ? null : document.getElementById(makeElementId(row));
  });
  const showNextRows = () => {
    focusFirstAddedRow(shownCount);
    setShownCount(shownCount + rowsPerStep);
  };
  const canFetchMore = pages?.hasNextPage ?? false;
  return {
    rows: rows.slice(0, shownCount),
    hasMore: shownCount < rows.length || canFetchMore,
    showMore: () => {
      if (shownCount + rowsPerStep <= rows.length || pages === undefined || !canFetchMore) showNextRows();
      // When the fetch failed, no rows are added, and the caller shows the error of the query.
      else
        void pages
          .fetchNextPage()
          .then(({ isFetchNextPageError }) => (isFetchNextPageError ? undefined : showNextRows()));
    },
  };
}

/** A text such as `12 of 48 cars`, and the button while there are more rows. */
export function ShowMore(props: {
  readonly sentence: string;
  readonly hasMore: boolean;
  readonly isBusy?: boolean;
  /** The error because of which the next rows could not be fetched. */
  readonly error?: Error | null;
  readonly onShowMore: () => void;
}): ReactElement {
  return (
    <div className={styles.dashMore}>
      <p className="num" role="status">
        {props.sentence}
      </p>
      {props.error ? <ErrorText role="alert">{props.error.message}</ErrorText> : null}
      {props.hasMore ? (
        <Button isLarge isBusy={props.isBusy ?? false} onClick={props.onShowMore}>
          {props.error ? sharedMessages.tryAgain : sharedMessages.showMore}
        </Button>
      ) : null}
    </div>
  );
}
