import type { FeedbackEntry } from '@carhouse/contract/feedback';
import type { FeedbackState } from '@carhouse/domain/feedback/feedback';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive, ChevronDown, Mail, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { feedbackInboxMessages } from '#messages/feedback-inbox';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import styles from './inbox-page.module.css';
import { type InboxFilters, inboxQuery, readInboxFilters, unreadFeedbackQuery } from './inbox-queries.ts';
import { useArchiveFeedback, useMarkFeedbackRead } from './use-feedback-marks.ts';

/**
 * The page on which admins read visitors' messages, newest first. A message is marked as read when it is opened. An
 * admin archives messages by a button.
 */
export function InboxPage({ choice }: { choice: InboxFilters }): ReactElement {
  const client = useClient();
  const list = useInfiniteQuery(inboxQuery(client, choice));
  const { data: unreadCount } = useQuery(unreadFeedbackQuery(client));
  const entries = list.data?.pages.flatMap((page) => page.feedback) ?? [];
  const listedState = choice.state ?? 'inbox';
  return (
    <DashboardPage
      title={feedbackInboxMessages.title}
      lead={unreadCount === undefined ? undefined : feedbackInboxMessages.lead(unreadCount)}
    >
      <ListFrame
        id="inbox"
        label={feedbackInboxMessages.caption}
        tools={<InboxTools choice={choice} />}
        list={list}
        count={entries.length}
        shownCountText={feedbackInboxMessages.shown(entries.length)}
        errorTitle={feedbackInboxMessages.failed}
        skeleton={<InboxSkeleton />}
        emptyState={
          <EmptyState title={feedbackInboxMessages.none[listedState]}>
            {feedbackInboxMessages.noneHint[listedState]}
          </EmptyState>
        }
      >
        <ul className="inbox">
          {entries.map((entry) => (
            <FeedbackMessage key={entry._id} entry={entry} choice={choice} />
          ))}
        </ul>
      </ListFrame>
    </DashboardPage>
  );
}

const states: readonly (FeedbackState | 'inbox')[] = ['inbox', 'unread', 'read', 'archived'];

function InboxTools({ choice }: { choice: InboxFilters }): ReactElement {
  const navigate = useNavigate();
  return (
    <Segments
      label={feedbackInboxMessages.show}
      options={states.map((value) => ({ value, label: feedbackInboxMessages.states[value] }))}
      value={choice.state ?? 'inbox'}
      onChoose={(state) =>
        void navigate({
          to: '/dashboard/feedback',
          search: readInboxFilters({ state }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

/** One message, collapsed to its first line. Opening a message marks it as read. */
function FeedbackMessage({ entry, choice }: { entry: FeedbackEntry; choice: InboxFilters }): ReactElement {
  const markReadMutation = useMarkFeedbackRead(choice);
  const archiveMutation = useArchiveFeedback(() => document.getElementById('inbox')?.focus({ preventScroll: true }));
  const isUnread = entry.readAt === null && entry.archivedAt === null;
  return (
    <li className={isUnread ? `${styles.message} ${styles.messageUnread}` : styles.message}>
      <details
        onToggle={(event) => {
          if (event.currentTarget.open && isUnread && !markReadMutation.isPending) markReadMutation.mutate(entry);
        }}
      >
        <summary>
          <span className={styles.messageFrom}>
            {entry.email}
            {isUnread ? <Badge kind="ok">{feedbackInboxMessages.unread}</Badge> : null}
            {entry.archivedAt === null ? null : <Badge>{feedbackInboxMessages.archived}</Badge>}
          </span>
          <span className={styles.messageLine}>{entry.text}</span>
          <time className={`${styles.messageTime} num`} dateTime={entry.createdAt}>
            {formatDate(entry.createdAt)} {formatTime(entry.createdAt)}
          </time>
          <Icon of={ChevronDown} />
        </summary>
        <div className={styles.messageOpen}>
          <p className={styles.messageText}>{entry.text}</p>
          <p className={`hint ${styles.messageWho}`}>
            <Icon of={UserRound} />
            {entry.accountId === null ? feedbackInboxMessages.visitor : feedbackInboxMessages.member}.{' '}
            {feedbackInboxMessages.unproved}
          </p>
          <p className={styles.messageActions}>
            <a className={makeButtonClass({})} href={`mailto:${entry.email}`}>
              <Icon of={Mail} />
              {feedbackInboxMessages.reply}
            </a>
            {entry.archivedAt === null ? (
              <Button
                kind="quiet"
                aria-label={feedbackInboxMessages.archiveOf(entry.email)}
                isBusy={archiveMutation.isPending}
                onClick={() => archiveMutation.mutate(entry)}
              >
                {archiveMutation.isPending ? null : <Icon of={Archive} />}
                {feedbackInboxMessages.archive}
              </Button>
            ) : null}
          </p>
        </div>
      </details>
    </li>
  );
}

const skeletonNumbers = [1, 2, 3, 4, 5, 6];

function InboxSkeleton(): ReactElement {
  return (
    <ul className="inbox" aria-hidden="true">
      {skeletonNumbers.map((skeletonNumber) => (
        <li key={skeletonNumber} className={`${styles.message} ${styles.messageSkeleton}`}>
          <span className="skeleton" />
          <span className="skeleton" />
        </li>
      ))}
    </ul>
  );
}
