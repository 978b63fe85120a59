import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type DialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  /**
   * The function is called when Escape or the close button is pressed. The caller must stop rendering the dialog; the
   * browser then returns the focus.
   */
  readonly onClose: () => void;
  readonly isSmall?: boolean;
  /** An image above the title, over the full width. */
  readonly image?: ReactNode;
  /** Whether the dialog asks about an action that cannot be undone. */
  readonly isAlert?: boolean;
  /** HTML id of the element that says what an alert is about. Screen readers announce this element with the title. */
  readonly describedById?: string;
  /** Whether a request is running: the dialog then stays open until its result is known. */
  readonly isBusy?: boolean;
};

/**
 * A native modal dialog that is open while it is rendered; on phones it is at the bottom of the screen. The control
 * with `data-autofocus` gets the focus.
 */
export function Dialog(props: DialogProps): ReactElement {
  const { title, children, onClose, isSmall, image, isAlert, describedById, isBusy } = props;
  const id = useId();
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <dialog
      ref={showModal}
      className={
        [isSmall ? 'dialog--sm' : '', image === undefined ? '' : 'dialog--image'].filter(Boolean).join(' ') || undefined
      }
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      aria-describedby={describedById}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={onClose}
    >
      {image}
      <div className="dialog__head">
        <h2 id={id}>{title}</h2>
        <button className="iconbtn" type="button" aria-label={sharedMessages.close} onClick={close}>
          <Icon of={X} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

type DialogFootProps = {
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Label of the button that closes the dialog without the action. */
  readonly cancelLabel: string;
  /** Whether the button that closes the dialog has the focus when the dialog opens. */
  readonly isCancelFocused?: boolean;
  readonly children: ReactNode;
};

/** The button that closes a dialog, and the buttons for its actions. */
export function DialogFoot({ isBusy, onClose, cancelLabel, isCancelFocused, children }: DialogFootProps): ReactElement {
  return (
    <div className="dialog__foot">
      <Button data-autofocus={isCancelFocused} onClick={onClose} disabled={isBusy}>
        {cancelLabel}
      </Button>
      {children}
    </div>
  );
}

/**
 * The `ref` of a dialog that opens when it is added to the page. The dialog is closed before it is removed, because only then
 * does the browser return the focus.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  return () => dialog.close();
}
