import { type ReactElement, useEffect, useState } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import styles from './dash-cards.module.css';

/**
 * Number of rows shown at first, and that each 'show more' adds. It is divisible by 1, 2 and 3, so the last row of cards is
 * full.
 */
const step = 12;

type Pages = { readonly hasNextPage: boolean; readonly fetchNextPage: () => Promise<unknown> };

type Shown<Row> = {
  readonly rows: readonly Row[];
  /** Whether there are rows that are not rendered or not fetched yet. */
  readonly more: boolean;
  /** Renders the next rows, fetches them first when needed, and focuses the first of them. */
  readonly showMore: () => void;
};

/** Returns the rendered part of a long list; `Show more` renders further rows. `elementId` returns the HTML id of a row. */
export function useShown<Row>(rows: readonly Row[], elementId: (row: Row) => string, pages?: Pages): Shown<Row> {
  const [shown, setShown] = useState(step);
  const [from, setFrom] = useState<number>();
  const first = from === undefined ? undefined : rows[from];
  const firstId = first === undefined ? undefined : elementId(first);
  // The focus moves to the first new row.
  useEffect(() => {
    if (firstId !== undefined) document.getElementById(firstId)?.focus();
  }, [firstId]);
  const draw = () => {
    setFrom(shown);
    setShown(shown + step);
  };
  const fetchable = pages?.hasNextPage ?? false;
  return {
    rows: rows.slice(0, shown),
    more: shown < rows.length || fetchable,
    showMore: () => {
      if (shown + step > rows.length && fetchable) void pages?.fetchNextPage().then(draw, draw);
      else draw();
    },
  };
}

/** A text such as `12 of 48 cars`, and the button while there are more rows. */
export function ShowMore(props: {
  readonly sentence: string;
  readonly more: boolean;
  readonly busy?: boolean;
  readonly onMore: () => void;
}): ReactElement {
  return (
    <div className={styles.dashMore}>
      <p className="num" role="status">
        {props.sentence}
      </p>
      {props.more ? (
        <Button large busy={props.busy ?? false} onClick={props.onMore}>
          {sharedMessages.showMore}
        </Button>
      ) : null}
    </div>
  );
}
