import { WifiOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Meter } from './meter.tsx';
import { Loading } from './spinner.tsx';

/** Nothing to show: what is missing, what makes it appear, one action. */
export function EmptyState(props: { title: string; children: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <Meter lit={0} />
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {props.action}
    </div>
  );
}

type ErrorStateProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly onRetry: () => void;
  readonly busy?: boolean;
};

/** Something did not arrive: what happened, what was kept, and another try. */
export function ErrorState({ title, children, onRetry, busy = false }: ErrorStateProps): ReactElement {
  return (
    <div className="empty" role="alert">
      <Icon of={WifiOff} />
      <h2>{title}</h2>
      <p>{children}</p>
      <Button kind="primary" busy={busy} onClick={onRetry}>
        {sharedMessages.tryAgain}
      </Button>
    </div>
  );
}

type NotLoadedProps = {
  /** A query without data. */
  readonly query: {
    readonly isError: boolean;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** The title of a failure. */
  readonly failed: string;
  /** The text of a failure, from the message of its error. */
  readonly explain?: (message: string) => string;
  readonly skeleton?: ReactElement;
};

/** What stands in the place of data that is not here: its skeleton, or why it failed and another try. */
export function NotLoaded(props: NotLoadedProps): ReactElement {
  const { query, failed, explain, skeleton = <Loading /> } = props;
  if (!query.isError) return skeleton;
  const message = query.error?.message ?? '';
  return (
    <ErrorState title={failed} busy={query.isFetching} onRetry={() => void query.refetch()}>
      {explain === undefined ? message : explain(message)}
    </ErrorState>
  );
}
