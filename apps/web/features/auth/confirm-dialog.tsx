import { CircleAlert } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { failureText } from './failure-text.ts';

type Props = {
  readonly texts: { readonly title: string; readonly lead: string; readonly keep: string; readonly confirm: string };
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<void>;
};

/** Asks before something of the sign-in ends, and says why it did not. */
export function ConfirmDialog({ texts, onClose, onConfirm }: Props): ReactElement {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  };
  return (
    <Dialog title={texts.title} onClose={onClose} small alert describedBy={id} busy={busy}>
      <div className="dialog__body form">
        <p id={id}>{texts.lead}</p>
        {failure === undefined ? null : (
          <Callout icon={CircleAlert} kind="stop" role="alert">
            {failure}
          </Callout>
        )}
      </div>
      <div className="dialog__foot">
        <Button data-autofocus onClick={onClose} disabled={busy}>
          {texts.keep}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void confirm()}>
          {texts.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
