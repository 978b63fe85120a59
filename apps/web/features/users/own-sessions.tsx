import type { CallAnswer } from '@carhouse/contract/call';
import { endOtherSessions, endSession, ownSessions } from '@carhouse/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { ownSessionsQuery } from '../auth/account-queries.ts';
import { parseBrowserName } from '../auth/browser-name.ts';
import { describeFailure } from '../auth/failure-text.ts';
import styles from './my-profile-page.module.css';

type Session = CallAnswer<typeof ownSessions>['sessions'][number];

const sessionTexts = profileMessages.sessions;
/** Number of sessions that are shown at first, and number of sessions that each 'show more' adds. */
const sessionsPerStep = 5;

/** The list of the user's sessions. The user can end each session, or all except the current one. */
export function OwnSessions(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const sessionsResult = useQuery(ownSessionsQuery(client));
  const [shownCount, setShownCount] = useState(sessionsPerStep);
  const allSessions = sessionsResult.data ?? [];
  const endOthersMutation = useMutation({
    mutationFn: () => client(endOtherSessions),
    onSuccess: async ({ ended }) => {
      toastSuccess(sessionTexts.othersEnded(formatCount(ended)));
      await invalidate(queryClient, ownSessions);
    },
    onError: (error) => toastError(describeFailure(error)),
  });
  return (
    <section className="panel" aria-labelledby="profile-sessions">
      <div className="panel__head">
        <h2 id="profile-sessions">{sessionTexts.title}</h2>
      </div>
      <div className="panel__body">
        {sessionsResult.data !== undefined ? (
          <ul className={styles.sessions}>
            {allSessions.slice(0, shownCount).map((session) => (
              <SessionRow key={session._id} session={session} />
            ))}
          </ul>
        ) : (
          <NotLoaded query={sessionsResult} errorTitle={sessionTexts.failed} />
        )}
        <div className={styles.profileActions}>
          {allSessions.length > shownCount ? (
            <Button kind="quiet" onClick={() => setShownCount(shownCount + sessionsPerStep)}>
              {sessionTexts.more(formatCount(Math.min(sessionsPerStep, allSessions.length - shownCount)))}
            </Button>
          ) : null}
          {allSessions.length > 1 ? (
            <Button isBusy={endOthersMutation.isPending} onClick={() => endOthersMutation.mutate()}>
              {sessionTexts.endOthers}
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function SessionRow({ session }: { session: Session }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const endOneMutation = useMutation({
    mutationFn: () => client(endSession, { params: { id: session._id } }),
    onSuccess: () => toastSuccess(sessionTexts.ended),
    // The session may have ended before the call, so the list is refreshed after an error too.
    onError: (error) => toastError(describeFailure(error)),
    onSettled: () => invalidate(queryClient, ownSessions),
  });
  const name = describeBrowser(session.browser);
  const beginTimeText = formatDateTime(session.createdAt);
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className="num">
          {sessionTexts.seen(formatDateTime(session.lastSeenAt))}, {sessionTexts.began(beginTimeText)}
        </span>
      </div>
      {session.current ? (
        <Badge kind="ok">{sessionTexts.here}</Badge>
      ) : (
        <Button
          kind="quiet"
          isBusy={endOneMutation.isPending}
          aria-label={sessionTexts.endLabel(name, beginTimeText)}
          onClick={() => endOneMutation.mutate()}
        >
          {sessionTexts.end}
        </Button>
      )}
    </li>
  );
}

function describeBrowser(text: string): string {
  const { browser, system } = parseBrowserName(text);
  if (browser === undefined || system === undefined) return browser ?? system ?? sessionTexts.unknownBrowser;
  return sessionTexts.browserOn(browser, system);
}
