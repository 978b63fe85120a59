import type { ComponentProps, ReactElement } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet';

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  readonly kind?: ButtonKind;
  readonly type?: 'button' | 'submit';
  readonly isLarge?: boolean;
  readonly isBlock?: boolean;
  /**
   * Whether the button's action is running: the spinner turns, and a second click has no effect. A focused button keeps
   * the focus while its action is running.
   */
  readonly isBusy?: boolean;
};

/** A native button in the style of the site. */
export function Button({
  kind = 'plain',
  type = 'button',
  isLarge,
  isBlock,
  isBusy,
  ...rest
}: ButtonProps): ReactElement {
  const { className, children, onClick, ...native } = rest;
  return (
    <button
      {...native}
      type={isBusy ? 'button' : type}
      className={makeButtonClass({ kind, isLarge, isBlock, className })}
      aria-disabled={isBusy || native['aria-disabled'] || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy ? <Spinner /> : null}
      {children}
    </button>
  );
}

type ButtonStyle = {
  readonly kind?: ButtonKind;
  readonly isLarge?: boolean | undefined;
  readonly isBlock?: boolean | undefined;
  readonly className?: string | undefined;
};

/** Returns the class names of a button, for links that look like buttons. */
export function makeButtonClass({ kind = 'plain', isLarge, isBlock, className }: ButtonStyle): string {
  return [
    'btn',
    kind === 'plain' ? '' : `btn--${kind}`,
    isLarge ? 'btn--lg' : '',
    isBlock ? 'btn--block' : '',
    className ?? '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}
