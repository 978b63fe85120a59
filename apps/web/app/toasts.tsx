import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { layoutMessages } from '#messages/layout';
import { Icon } from '../ui/icon.tsx';
import { provideToaster } from './toast-slot.tsx';

// Only the headless part of the library is imported, because its other part adds style elements that the content
// security policy forbids. The headless part of the library and its other part have separate lists of toasts, so every
// toast must use the functions below.

/**
 * How long toasts are shown, in milliseconds (specification, section 9). The library shows at most 20 toasts at the
 * same time.
 */
const durationsMs = { blank: 4000, error: 4000, success: 2000, loading: Number.POSITIVE_INFINITY, custom: 4000 };
const options = {
  blank: { duration: durationsMs.blank },
  success: { duration: durationsMs.success },
  loading: { duration: durationsMs.loading },
  custom: { duration: durationsMs.custom },
  error: { duration: durationsMs.error },
} as const;

/** Shows a success message. Returns the id of the toast. */
export function toastSuccess(message: string): string {
  return toast.success(message);
}

/** Shows a message that says what happens instead of the requested action, or before it. */
export function toastNotice(message: string): string {
  return toast(message);
}

/** Shows an error, or that the visitor has signed out (`Log Out!`). */
export function toastError(message: string): string {
  return toast.error(message, { ariaProps: { role: 'alert', 'aria-live': 'assertive' } });
}

/** Shows an error with a button; the toast stays until it is closed. */
export function toastErrorWithAction(message: ReactElement): string {
  return toast.error(message, {
    duration: Number.POSITIVE_INFINITY,
    ariaProps: { role: 'alert', 'aria-live': 'assertive' },
  });
}

/**
 * Shows a message with a button for a number of milliseconds. Screen readers announce this message like other toasts.
 */
export function toastWithAction(message: ReactElement, durationMs: number): string {
  return toast(message, { duration: durationMs });
}

export function dismissToast(id: string): void {
  toast.dismiss(id);
}

/**
 * Renders the list of toasts at the top centre. Only the root component renders the list of toasts (toast-slot.tsx).
 */
function Toaster(): ReactElement {
  const { toasts, handlers } = useToaster(options);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing under the pointer is optional, not a control
    <div
      className="toasts"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts
        .filter((item) => item.visible)
        .map((item) => (
          <ToastItem key={item.id} item={item} onClose={handlers.endPause} />
        ))}
    </div>
  );
}

function ToastItem({ item, onClose }: { item: Toast; onClose: () => void }): ReactElement {
  // The closed toast was under the pointer, and no event reports that the pointer has left it.
  const close = () => {
    toast.dismiss(item.id);
    onClose();
  };
  return (
    <div className={`toast ${toastClassNames[item.type] ?? ''}`} {...item.ariaProps}>
      <ToastIcon type={item.type} />
      <p>{resolveValue(item.message, item)}</p>
      <button className="iconbtn toast__close" type="button" aria-label={layoutMessages.closeMessage} onClick={close}>
        <Icon of={X} />
      </button>
    </div>
  );
}

const toastClassNames: Partial<Record<Toast['type'], string>> = { success: 'toast--ok', error: 'toast--stop' };

function ToastIcon({ type }: { type: Toast['type'] }): ReactElement {
  const IconDrawing = type === 'success' ? CircleCheck : type === 'error' ? CircleX : Info;
  return <Icon of={IconDrawing} />;
}

provideToaster(Toaster);
