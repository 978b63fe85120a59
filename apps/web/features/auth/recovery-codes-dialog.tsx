import { Copy, Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { secondFactorMessages } from '#messages/second-factor';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './second-factor.module.css';

const codeTexts = secondFactorMessages.codes;

/** A dialog that shows new recovery codes. The codes cannot be shown again later. */
export function RecoveryCodesDialog(props: { codes: readonly string[]; onClose: () => void }): ReactElement {
  return (
    <Dialog title={codeTexts.title} onClose={props.onClose}>
      <div className="dialog__body form">
        <RecoveryCodes codes={props.codes} />
      </div>
      <div className="dialog__foot">
        <Button kind="primary" data-autofocus onClick={props.onClose}>
          {codeTexts.done}
        </Button>
      </div>
    </Dialog>
  );
}

/** The recovery codes, with buttons to copy or download them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }): ReactElement {
  const text = `${codes.join('\n')}\n`;
  const copyCodes = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toastSuccess(codeTexts.copied),
      () => toastError(codeTexts.notCopied),
    );
  };
  return (
    <>
      <p>{codeTexts.lead}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.stepFoot}>
        <Button onClick={copyCodes}>
          <Icon of={Copy} />
          {codeTexts.copy}
        </Button>
        <Button onClick={() => downloadText(text, codeTexts.fileName)}>
          <Icon of={Download} />
          {codeTexts.download}
        </Button>
      </div>
    </>
  );
}

/** Lets the browser save a text as a file. */
function downloadText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
