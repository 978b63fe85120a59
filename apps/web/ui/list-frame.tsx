import type { ReactElement, ReactNode } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { ErrorState } from './empty-state.tsx';
import { ErrorText } from './field.tsx';
import { Loading } from './spinner.tsx';

/** The state of a list that is loaded page by page, as TanStack Query returns it. */
export type PagedList = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
};

type ListFrameProps = {
  /** The accessible name of the region. */
  readonly label: string;
  readonly id?: string;
  /** The search field and filters. The tools remain visible while the list is loading, empty or failed. */
  readonly tools?: ReactNode;
  readonly list: PagedList;
  readonly count: number;
  /** A text such as `25 of 38 sellers`, which screen readers announce when it changes. */
  readonly shownCountText: string;
  readonly errorTitle: string;
  readonly skeleton: ReactNode;
  readonly emptyState: ReactNode;
  readonly children: ReactNode;
};

/**
 * The frame of a list, with a border. The tools, such as a search field and filters, are above the rows. While the list
 * is loading, empty or failed, a message replaces the rows. The button for the next page is below the rows.
 */
export function ListFrame(props: ListFrameProps): ReactElement {
  const { label, id, tools, list, count } = props;
  return (
    <section className="tablewrap" id={id} aria-label={label} aria-busy={list.isFetching} tabIndex={-1}>
      {tools === undefined ? null : <div className="tools">{tools}</div>}
      {list.isPending ? (
        <>
          <div className="tablewrap__loading">
            <Loading />
          </div>
          {props.skeleton}
        </>
      ) : list.isError && !list.isFetchNextPageError && count === 0 ? (
        <ErrorState title={props.errorTitle} isRetrying={list.isFetching} onRetry={() => void list.refetch()}>
          {list.error?.message}
        </ErrorState>
      ) : count === 0 ? (
        props.emptyState
      ) : (
        props.children
      )}
      {/* The element is always rendered, so that screen readers also announce an empty result. */}
      <p className="visually-hidden" role="status">
        {list.isPending || list.isError ? '' : props.shownCountText}
      </p>
      <div className="pager num" hidden={count === 0}>
        <span aria-hidden="true">{props.shownCountText}</span>
        {list.isFetchNextPageError ? <ErrorText role="alert">{list.error?.message}</ErrorText> : null}
        {list.hasNextPage ? (
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? sharedMessages.tryAgain : sharedMessages.showMore}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
