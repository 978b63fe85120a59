import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';

type PopoverProps = {
  /** Content of the button that opens it. */
  readonly trigger: ReactNode;
  readonly triggerLabel?: string;
  readonly triggerClass: string;
  readonly panelClass: string;
  /** A chosen link or button inside closes the panel. */
  readonly children: ReactNode;
};

/**
 * A button and the panel below it. Escape closes and gives the focus back; so do a press outside, a choice, and a focus
 * that leaves. The arrow keys walk through the panel, Home and End go to its ends.
 */
export function Popover(props: PopoverProps): ReactElement {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // Safari does not focus a pressed button, so losing the focus cannot stand for a press outside.
  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current?.focus();
    }
    if (!open || !walk(root.current, event.key)) return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the panel inside
    <div
      className="popover-wrap"
      ref={root}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        className={props.triggerClass}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={props.triggerLabel}
        onClick={() => setOpen(!open)}
      >
        {props.trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after the choice of a control inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a control inside makes a click */}
      <div
        className={props.panelClass}
        id={id}
        hidden={!open}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, button') !== null) setOpen(false);
        }}
      >
        {props.children}
      </div>
    </div>
  );
}

/** Moves the focus among the controls of the panel. Returns whether the key was one of its keys. */
function walk(root: HTMLElement | null, key: string): boolean {
  const stops = [...(root?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)') ?? [])];
  const here = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  const last = stops.length - 1;
  const next = { ArrowDown: Math.min(here + 1, last), ArrowUp: Math.max(here - 1, 0), Home: 1, End: last }[key];
  if (next === undefined) return false;
  stops[next]?.focus();
  return true;
}
