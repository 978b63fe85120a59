import { WifiOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Meter } from './meter.tsx';

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
