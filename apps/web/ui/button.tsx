import type { ComponentProps, ReactElement } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet';

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  readonly kind?: ButtonKind;
  readonly type?: 'button' | 'submit';
  readonly large?: boolean;
  readonly block?: boolean;
  /**
   * Whether the button's action is running: the spinner turns, and a second click has no effect. A focused button does
   * not lose the focus meanwhile.
   */
  readonly busy?: boolean;
};

/** A native button in the style of the site. */
export function Button({ kind = 'plain', type = 'button', large, block, busy, ...rest }: ButtonProps): ReactElement {
  const { className, children, onClick, ...native } = rest;
  return (
    <button
      {...native}
      type={busy ? 'button' : type}
      className={makeButtonClass({ kind, large, block, className })}
      aria-disabled={busy || native['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

type ButtonLook = {
  readonly kind?: ButtonKind;
  readonly large?: boolean | undefined;
  readonly block?: boolean | undefined;
  readonly className?: string | undefined;
};

/** Returns the class names of a button, for links that look like buttons. */
export function makeButtonClass({ kind = 'plain', large, block, className }: ButtonLook): string {
  return [
    'btn',
    kind === 'plain' ? '' : `btn--${kind}`,
    large ? 'btn--lg' : '',
    block ? 'btn--block' : '',
    className ?? '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}
