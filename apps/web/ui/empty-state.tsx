import { WifiOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Meter } from './meter.tsx';
import { Loading } from './spinner.tsx';

/**
 * The content of an empty list: a text that says what the list lacks and when entries will appear, and one button or
 * link.
 */
export function EmptyState(props: { title: string; children: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <Meter tallTickCount={0} />
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
  readonly isRetrying?: boolean;
};

/**
 * The content of a page whose data failed to load: an explanation, the assurance that no data is lost, and a button to
 * try again.
 */
export function ErrorState({ title, children, onRetry, isRetrying = false }: ErrorStateProps): ReactElement {
  return (
    <div className="empty" role="alert">
      <Icon of={WifiOff} />
      <h2>{title}</h2>
      <p>{children}</p>
      <Button kind="primary" isBusy={isRetrying} onClick={onRetry}>
        {sharedMessages.tryAgain}
      </Button>
    </div>
  );
}

type NotLoadedProps = {
  /** The query whose data is missing. */
  readonly query: {
    readonly isError: boolean;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** The title of the error. */
  readonly errorTitle: string;
  /** The function makes the shown text from the message of an error. */
  readonly makeErrorText?: (message: string) => string;
  readonly skeleton?: ReactElement;
};

/** The content of a page whose data is not loaded: placeholders, or the error with a button to try again. */
export function NotLoaded(props: NotLoadedProps): ReactElement {
  const { query, errorTitle, makeErrorText, skeleton = <Loading /> } = props;
  if (!query.isError) return skeleton;
  const message = query.error?.message ?? '';
  return (
    <ErrorState title={errorTitle} isRetrying={query.isFetching} onRetry={() => void query.refetch()}>
      {makeErrorText === undefined ? message : makeErrorText(message)}
    </ErrorState>
  );
}
