import type { Client } from '@carhouse/contract/client';
import { type Duplicate, listDuplicates, settleDuplicate } from '@carhouse/contract/duplicates';
import { type ImportReview, listImportReviews } from '@carhouse/contract/import-reviews';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { adminReviewMessages } from '#messages/admin-reviews';
import { dashboardMessages } from '#messages/dashboard';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { invalidate, makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';
import { toastError } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { RefuseImport } from '../admin-imports/admin-import-dialogs.tsx';
import { useImportAct } from '../admin-imports/use-import-act.ts';
import dashCardsStyles from './dash-cards.module.css';
import styles from './overview-page.module.css';
import { Panel } from './panel.tsx';

/**
 * Imports of unverified sellers that wait for review, with their first cars. Renders nothing while no import waits for
 * a review.
 */
export function ImportsToReview(): ReactElement | null {
  const client = useClient();
  const { data: reviews = [] } = useQuery(query(client, listImportReviews));
  if (reviews.length === 0) return null;
  return (
    <Panel
      title={adminReviewMessages.imports.title}
      columnSpan="span-12"
      aside={
        <Link className="link" to="/dashboard/allImports">
          {dashboardMessages.allImports}
        </Link>
      }
    >
      <ul className="rows">
        {reviews.map((importReview) => (
          <ImportReviewItem key={importReview._id} importReview={importReview} />
        ))}
      </ul>
    </Panel>
  );
}

function ImportReviewItem({ importReview }: { importReview: ImportReview }): ReactElement {
  const [isRejecting, setIsRejecting] = useState(false);
  const releaseImportMutation = useImportAct(importReview);
  const { seller, counts, preview } = importReview;
  return (
    <li className={styles.rowsAsk}>
      <div className="rows__main">
        <b>{adminReviewMessages.imports.of(seller.name, importReview.fileName)}</b>
        <span className="num">
          {adminReviewMessages.imports.counts(counts, seller.carsOnOffer, formatDate(seller.joinedAt))}
        </span>
        <span className="num">
          {preview
            .filter(({ taken }) => taken)
            .map(({ title, price }) => `${title}, ${formatMoney(price ?? 0)}`)
            .join(' · ')}
        </span>
      </div>
      <div className={styles.rowsActions}>
        <Button
          aria-label={adminReviewMessages.imports.rejectOf(importReview.fileName)}
          onClick={() => setIsRejecting(true)}
        >
          {adminReviewMessages.imports.reject}
        </Button>
        <Button
          kind="primary"
          aria-label={adminReviewMessages.imports.releaseOf(importReview.fileName)}
          isBusy={releaseImportMutation.isPending}
          onClick={() => releaseImportMutation.mutate({ act: 'release' })}
        >
          {adminReviewMessages.imports.release}
        </Button>
      </div>
      {isRejecting ? (
        <RefuseImport
          shownImport={importReview}
          onClose={() => setIsRejecting(false)}
          onDone={() => setIsRejecting(false)}
        />
      ) : null}
    </li>
  );
}

function duplicatesQuery(client: Client) {
  return makePagedQuery(makeQueryKey(listDuplicates, 'pages'), (cursor) =>
    client(listDuplicates, { query: { cursor } }),
  );
}

/**
 * Cars of two sellers that may be the same car. Renders nothing when no pair of possible duplicates waits for a
 * decision.
 */
export function DuplicatesPanel(): ReactElement | null {
  const client = useClient();
  const list = useInfiniteQuery(duplicatesQuery(client));
  const pairs = list.data?.pages.flatMap((page) => page.pairs) ?? [];
  if (pairs.length === 0) return null;
  return (
    <Panel title={adminReviewMessages.duplicates.title} columnSpan="span-12">
      <ul className="rows">
        {pairs.map((pair) => (
          <DuplicatePairRow key={`${pair.second._id} ${pair.first._id}`} pair={pair} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className={dashCardsStyles.dashMore}>
          <Button isLarge isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {sharedMessages.showMore}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function DuplicatePairRow({ pair: { reason, first, second, ofSeller } }: { pair: Duplicate }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const settleDuplicateMutation = useMutation({
    mutationFn: () => client(settleDuplicate, { params: { id: second._id }, body: { firstId: first._id } }),
    onError: (error) => toastError(error.message),
    onSettled: () => invalidate(queryClient, listDuplicates),
  });
  return (
    <li className={styles.rowsAsk}>
      <div className="rows__main">
        <b>{adminReviewMessages.duplicates.reasons[reason]}</b>
        {[second, first].map((car) => (
          <span key={car._id} className="num">
            <Link className="link" to="/cars/$id" params={{ id: car._id }}>
              {car.title}
            </Link>{' '}
            {adminReviewMessages.duplicates.of(car.seller, formatMoney(car.resalePrice), formatDate(car.postedAt))}
          </span>
        ))}
        {ofSeller > 1 ? (
          <span className="num">{adminReviewMessages.duplicates.ofSeller(second.seller, ofSeller)}</span>
        ) : null}
      </div>
      <div className={styles.rowsActions}>
        <Button
          aria-label={adminReviewMessages.duplicates.settleOf(second.title)}
          isBusy={settleDuplicateMutation.isPending}
          onClick={() => settleDuplicateMutation.mutate()}
        >
          {adminReviewMessages.duplicates.settle}
        </Button>
      </div>
    </li>
  );
}
