import type { CallAnswer } from '@carhouse/contract/call';
import { type ownSecondFactors, renamePasskey } from '@carhouse/contract/factors';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { secondFactorMessages } from '#messages/second-factor';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { describeFailure } from './failure-text.ts';
import { makePasskey, supportsPasskeys } from './passkeys.ts';

const passkeyTexts = secondFactorMessages.passkey;

type Props = {
  /** The passkey to rename; undefined to add a new one. */
  readonly passkey?: CallAnswer<typeof ownSecondFactors>['passkeys'][number];
  readonly onClose: () => void;
  /** The function is called with the new recovery codes; the list is empty when there are no new codes. */
  readonly onDone: (codes: readonly string[]) => Promise<void>;
};

/** A dialog for the name of a passkey. When a passkey is added, the browser creates it after the name is entered. */
export function PasskeyDialog({ passkey, onClose, onDone }: Props): ReactElement {
  const client = useClient();
  const [failure, setFailure] = useState<string | undefined>(
    passkey === undefined && !supportsPasskeys() ? passkeyTexts.unsupported : undefined,
  );
  const form = useForm({ defaultValues: { name: passkey?.name ?? passkeyTexts.suggested } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      if (passkey === undefined) return await onDone(await makePasskey(client, name.trim()));
      await client(renamePasskey, { params: { id: passkey._id }, body: { name: name.trim() } });
      await onDone([]);
    } catch (error) {
      setFailure(describeFailure(error));
    }
  });
  const title = passkey === undefined ? passkeyTexts.title : passkeyTexts.renameTitle;
  return (
    <Dialog title={title} onClose={onClose} isSmall isBusy={isSubmitting}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body form">
          {passkey === undefined ? <p>{passkeyTexts.lead}</p> : null}
          <Field
            label={passkeyTexts.name}
            hint={passkeyTexts.hint}
            autoComplete="off"
            data-autofocus
            maxLength={60}
            error={errors.name?.message}
            {...form.register('name', { validate: (name) => name.trim() !== '' || passkeyTexts.required })}
          />
          <Failure of={failure} />
        </div>
        <DialogFoot isBusy={isSubmitting} onClose={onClose} cancelLabel={secondFactorMessages.app.cancel}>
          <Button kind="primary" type="submit" isBusy={isSubmitting}>
            {passkey === undefined ? passkeyTexts.button : passkeyTexts.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
