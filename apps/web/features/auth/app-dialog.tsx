import { addApp, draftApp } from '@carhouse/contract/factors';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { secondFactorMessages } from '#messages/second-factor';
import { useClient } from '../../app/api.ts';
import { makeQueryKey } from '../../app/call-query.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { describeFailure } from './failure-text.ts';
import styles from './second-factor.module.css';

const authenticatorTexts = secondFactorMessages.app;

type Props = {
  readonly onClose: () => void;
  /** The function is called with the new recovery codes; the list is empty when there are no new codes. */
  readonly onDone: (codes: readonly string[]) => Promise<void>;
};

/** A dialog that shows a secret for an authenticator app and asks for its first code. */
export function AuthenticatorDialog({ onClose, onDone }: Props): ReactElement {
  const client = useClient();
  const [failure, setFailure] = useState<string>();
  // Each opening of the dialog requests a new secret.
  const draftQuery = useQuery({
    queryKey: makeQueryKey(draftApp),
    queryFn: () => client(draftApp),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined);
    try {
      const { recoveryCodes } = await client(addApp, { body: { code } });
      await onDone(recoveryCodes);
    } catch (error) {
      setFailure(describeFailure(error));
      form.setFocus('code', { shouldSelect: true });
    }
  });
  return (
    <Dialog title={authenticatorTexts.title} onClose={onClose} isSmall isBusy={isSubmitting}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body form">
          {draftQuery.data !== undefined ? (
            <>
              <p>{authenticatorTexts.scan}</p>
              <QrCode text={draftQuery.data.uri} label={authenticatorTexts.qrCode} />
              <div>
                <span className="hint">{authenticatorTexts.key}</span>
                <code className={styles.key}>{draftQuery.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              </div>
              <Field
                label={authenticatorTexts.code}
                hint={authenticatorTexts.hint}
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={7}
                className={`${styles.stepCode} num`}
                error={errors.code?.message}
                {...form.register('code', { required: secondFactorMessages.step.codeRequired })}
              />
            </>
          ) : (
            <NotLoaded query={draftQuery} errorTitle={authenticatorTexts.title} />
          )}
          <Failure of={failure} />
        </div>
        <DialogFoot isBusy={isSubmitting} onClose={onClose} cancelLabel={authenticatorTexts.cancel}>
          <Button kind="primary" type="submit" isBusy={isSubmitting} disabled={draftQuery.data === undefined}>
            {authenticatorTexts.button}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** A QR code as one SVG path, computed in the browser. */
function QrCode({ text, label }: { text: string; label: string }): ReactElement {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const darkModulePaths = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={darkModulePaths.join('')} fill="currentColor" />
    </svg>
  );
}
