import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';

type CalloutProps = {
  readonly icon: LucideIcon;
  readonly kind?: 'plain' | 'ok' | 'wait' | 'stop';
  readonly role?: 'alert' | 'status';
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A boxed sentence with an icon. With an ARIA role, screen readers announce the callout when it appears. */
export function Callout({ icon, kind = 'plain', role, className = '', children }: CalloutProps): ReactElement {
  return (
    <div className={`callout ${kind === 'plain' ? '' : `callout--${kind}`} ${className}`} role={role}>
      <Icon of={icon} />
      <span>{children}</span>
    </div>
  );
}

type FailureProps = {
  readonly of: Error | string | null | undefined;
  /** Content after the message, such as a sentence that the entered text is kept. */
  readonly textAfterError?: ReactNode;
  readonly className?: string | undefined;
};

/** A message that says why an action failed. Screen readers announce the message when it appears. */
export function Failure({ of: cause, textAfterError, className }: FailureProps): ReactElement | null {
  if (cause === null || cause === undefined) return null;
  return (
    <Callout icon={CircleAlert} kind="stop" role="alert" className={className}>
      {typeof cause === 'string' ? cause : cause.message}
      {textAfterError === undefined ? null : <> {textAfterError}</>}
    </Callout>
  );
}
