import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type DialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** Called by Escape and the close button. The caller stops rendering the dialog; the focus then goes back. */
  readonly onClose: () => void;
  readonly small?: boolean;
  /** Stands above the title, from edge to edge. */
  readonly image?: ReactNode;
  /** A question about something that cannot be undone. */
  readonly alert?: boolean;
  /** The id of what an alert is about, read out with its title. */
  readonly describedBy?: string;
  /** Something is being sent: the dialog stays until it is known how it went. */
  readonly busy?: boolean;
};

/**
 * A native modal dialog, open for as long as it is rendered; docks to the bottom on phones.
 * The control marked `data-autofocus` gets the focus.
 */
export function Dialog(props: DialogProps): ReactElement {
  const { title, children, onClose, small, image, alert, describedBy, busy } = props;
  const id = useId();
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      ref={showModal}
      className={
        [small ? 'dialog--sm' : '', image === undefined ? '' : 'dialog--image'].filter(Boolean).join(' ') || undefined
      }
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      aria-describedby={describedBy}
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

type FootProps = {
  readonly busy: boolean;
  readonly onClose: () => void;
  /** Label of the button that closes the dialog. */
  readonly keep: string;
  /** Whether this button has the focus when the dialog opens. */
  readonly focusKeep?: boolean;
  readonly children: ReactNode;
};

/** The button that closes a dialog, and the buttons that act. */
export function DialogFoot({ busy, onClose, keep, focusKeep, children }: FootProps): ReactElement {
  return (
    <div className="dialog__foot">
      <Button data-autofocus={focusKeep} onClick={onClose} disabled={busy}>
        {keep}
      </Button>
      {children}
    </div>
  );
}

/**
 * The `ref` of a dialog that is open for as long as it is rendered.
 * Closing before removal is what makes the browser give the focus back to where it was.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  return () => dialog.close();
}
