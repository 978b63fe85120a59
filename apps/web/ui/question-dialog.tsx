import { type ReactElement, type ReactNode, useId } from 'react';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Failure } from './callout.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';

/** The state of the request that the dialog sends, in the form of TanStack Query. */
type RequestState = { readonly isPending: boolean; readonly error: Error | null };

export type QuestionProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly request: RequestState;
  /** Content after the error message, such as a sentence that says that the entered text is not lost. */
  readonly textAfterError?: ReactNode;
  /** Label of the button that closes the dialog without the action. */
  readonly cancelLabel?: string;
  readonly confirm: string;
  readonly kind?: 'danger' | 'primary';
  readonly bodyClass?: string | undefined;
  readonly children?: ReactNode;
};

/**
 * A dialog that asks for confirmation. The dialog stays open until the result of the action is known, and shows why the
 * action failed.
 */
export function QuestionDialog(props: QuestionProps & { readonly onConfirm: () => void }): ReactElement {
  const {
    title,
    onClose,
    onConfirm,
    request,
    textAfterError,
    cancelLabel = sharedMessages.cancel,
    confirm,
    kind = 'danger',
  } = props;
  const bodyId = useId();
  return (
    <Dialog title={title} onClose={onClose} isSmall isAlert describedById={bodyId} isBusy={request.isPending}>
      <div className={makeBodyClass(props)} id={bodyId}>
        {props.children}
        <Failure of={request.error} textAfterError={textAfterError} />
      </div>
      <DialogFoot isBusy={request.isPending} onClose={onClose} cancelLabel={cancelLabel} isCancelFocused>
        <Button kind={kind} isBusy={request.isPending} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

export function makeBodyClass({ bodyClass }: Pick<QuestionProps, 'bodyClass'>): string {
  return bodyClass === undefined ? 'dialog__body' : `dialog__body ${bodyClass}`;
}
