import type { Client } from '@carhouse/contract/client';
import { type Duplicate, listDuplicates, settleDuplicate } from '@carhouse/contract/duplicates';
import { type ImportReview, listImportReviews, rejectImport, releaseImport } from '@carhouse/contract/import-reviews';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { adminReviewMessages } from '#messages/admin-reviews';
import { dashboardMessages } from '#messages/dashboard';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { callKey, invalidate, query } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { money } from '../../ui/format.ts';
import { date } from '../../ui/format-date.ts';
import dashCardsStyles from './dash-cards.module.css';
import styles from './overview-page.module.css';
import { Panel } from './panel.tsx';

/** Imports of sellers who are not verified, with their first cars. Not rendered while none waits. */
export function ImportsToReview(): ReactElement | null {
  const client = useClient();
  const { data: reviews = [] } = useQuery(query(client, listImportReviews));
  if (reviews.length === 0) return null;
  return (
    <Panel
      title={adminReviewMessages.imports.title}
      span="span-12"
      aside={
        <Link className="link" to="/dashboard/allImports">
          {dashboardMessages.allImports}
        </Link>
      }
    >
      <ul className="rows">
        {reviews.map((review) => (
          <Review key={review._id} review={review} />
        ))}
      </ul>
    </Panel>
  );
}

function Review({ review }: { review: ImportReview }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [rejecting, setRejecting] = useState(false);
  const refetch = () => invalidate(queryClient, listImportReviews);
  const params = { id: review._id };
  const release = useMutation({
    mutationFn: () => client(releaseImport, { params, body: {} }),
    onSuccess: () => toastSuccess(adminReviewMessages.imports.released(review.fileName)),
    onError: (error) => toastError(error.message),
    onSettled: refetch,
  });
  const { seller, counts, preview } = review;
  return (
    <li className={styles.rowsAsk}>
      <div className="rows__main">
        <b>{adminReviewMessages.imports.of(seller.name, review.fileName)}</b>
        <span className="num">
          {adminReviewMessages.imports.counts(counts, seller.carsOnOffer, date(seller.joinedAt))}
        </span>
        <span className="num">
          {preview
            .filter(({ taken }) => taken)
            .map(({ title, price }) => `${title}, ${money(price ?? 0)}`)
            .join(' · ')}
        </span>
      </div>
      <div className={styles.rowsActions}>
        <Button aria-label={adminReviewMessages.imports.rejectOf(review.fileName)} onClick={() => setRejecting(true)}>
          {adminReviewMessages.imports.reject}
        </Button>
        <Button
          kind="primary"
          aria-label={adminReviewMessages.imports.releaseOf(review.fileName)}
          busy={release.isPending}
          onClick={() => release.mutate()}
        >
          {adminReviewMessages.imports.release}
        </Button>
      </div>
      {rejecting ? <Rejection review={review} onClose={() => setRejecting(false)} /> : null}
    </li>
  );
}

function Rejection({ review, onClose }: { review: ImportReview; onClose: () => void }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [faulty, setFaulty] = useState(false);
  const reject = useMutation({
    mutationFn: (reason: string) => client(rejectImport, { params: { id: review._id }, body: { reason } }),
    onSuccess: onClose,
    onError: (error) => toastError(error.message),
    onSettled: () => invalidate(queryClient, listImportReviews),
  });
  return (
    <Dialog title={adminReviewMessages.imports.rejectTitle} onClose={onClose} small busy={reject.isPending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const reason = new FormData(event.currentTarget).get('reason');
          const given = typeof reason === 'string' ? reason.trim() : '';
          setFaulty(given === '');
          if (given === '') event.currentTarget.querySelector('input')?.focus();
          if (given !== '' && !reject.isPending) reject.mutate(given);
        }}
      >
        <div className="dialog__body">
          <Field
            label={adminReviewMessages.imports.reason}
            hint={adminReviewMessages.imports.reasonHint}
            name="reason"
            maxLength={300}
            autoComplete="off"
            error={faulty ? adminReviewMessages.imports.reasonRequired : undefined}
            data-autofocus
          />
        </div>
        <div className="dialog__foot">
          <Button disabled={reject.isPending} onClick={onClose}>
            {adminReviewMessages.imports.keep}
          </Button>
          <Button kind="danger" type="submit" busy={reject.isPending}>
            {adminReviewMessages.imports.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function duplicatesQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: callKey(listDuplicates, 'pages'),
    queryFn: ({ pageParam }) => client(listDuplicates, { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** Cars of two sellers that may be the same car. Nothing is drawn while there are none. */
export function LookAlikes(): ReactElement | null {
  const client = useClient();
  const list = useInfiniteQuery(duplicatesQuery(client));
  const pairs = list.data?.pages.flatMap((page) => page.pairs) ?? [];
  if (pairs.length === 0) return null;
  return (
    <Panel title={adminReviewMessages.duplicates.title} span="span-12">
      <ul className="rows">
        {pairs.map((pair) => (
          <Pair key={`${pair.second._id} ${pair.first._id}`} pair={pair} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className={dashCardsStyles.dashMore}>
          <Button large busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {sharedMessages.showMore}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function Pair({ pair: { reason, first, second, ofSeller } }: { pair: Duplicate }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const settle = useMutation({
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
            {adminReviewMessages.duplicates.of(car.seller, money(car.resalePrice), date(car.postedAt))}
          </span>
        ))}
        {ofSeller > 1 ? (
          <span className="num">{adminReviewMessages.duplicates.ofSeller(second.seller, ofSeller)}</span>
        ) : null}
      </div>
      <div className={styles.rowsActions}>
        <Button
          aria-label={adminReviewMessages.duplicates.settleOf(second.title)}
          busy={settle.isPending}
          onClick={() => settle.mutate()}
        >
          {adminReviewMessages.duplicates.settle}
        </Button>
      </div>
    </li>
  );
}
