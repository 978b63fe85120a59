import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef } from 'react';

type PopoverProps = {
  /** Content of the button that opens the panel. */
  readonly buttonContent: ReactNode;
  readonly triggerLabel?: string;
  readonly triggerClass: string;
  readonly panelClass: string;
  /** Content of the panel; a click on a link or button of this content closes the panel. */
  readonly children: ReactNode;
};

/**
 * A button and the panel below it. The panel is a native popover: Escape and a press outside close it, the focus
 * returns to the button, and it opens even before the page is hydrated. The panel also closes when an entry is chosen
 * or when the focus leaves the panel. The arrow keys move the focus through the panel; Home and End move it to the
 * first and last control.
 */
export function Popover(props: PopoverProps): ReactElement {
  const id = useId();
  const rootRef = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (panelRef.current?.matches(':popover-open') && moveFocus(rootRef.current, event.key)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the panel inside
    <div
      className="popover-wrap"
      ref={rootRef}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !rootRef.current?.contains(relatedTarget)) panelRef.current?.hidePopover();
      }}
    >
      <button className={props.triggerClass} type="button" popoverTarget={id} aria-label={props.triggerLabel}>
        {props.buttonContent}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after the choice of a control inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a control inside makes a click */}
      <div
        className={props.panelClass}
        id={id}
        ref={panelRef}
        popover="auto"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button') !== null) panelRef.current?.hidePopover();
        }}
      >
        {props.children}
      </div>
    </div>
  );
}

/** Moves the focus among the controls of the panel. Returns whether the pressed key is one that moves the focus. */
function moveFocus(root: HTMLElement | null, key: string): boolean {
  const focusableControls = [...(root?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)') ?? [])];
  const focusedIndex =
    document.activeElement instanceof HTMLElement ? focusableControls.indexOf(document.activeElement) : -1;
  const lastIndex = focusableControls.length - 1;
  const nextIndexByKey = {
    ArrowDown: Math.min(focusedIndex + 1, lastIndex),
    ArrowUp: Math.max(focusedIndex - 1, 0),
    Home: 1,
    End: lastIndex,
  }[key];
  if (nextIndexByKey === undefined) return false;
  focusableControls[nextIndexByKey]?.focus();
  return true;
}
