import { deleteMe, exportMe } from '@carhouse/contract/personal-data';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { saveFile } from '../../app/save-file.ts';
import { useLeavePage } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { signInMethodsQuery } from '../auth/account-queries.ts';
import { describeFailure } from '../auth/failure-text.ts';
import { PasswordField } from '../auth/password-field.tsx';
import styles from './my-profile-page.module.css';

const { data: dataTexts, deletion: deletionTexts } = profileMessages;

/** What users may do with their stored data: download it, and delete the account. */
export function YourData(): ReactElement {
  const client = useClient();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const exportMutation = useMutation({
    mutationFn: () => client(exportMe),
    onSuccess: (exportedData) => {
      saveFile(
        new Blob([JSON.stringify(exportedData, null, 2)], { type: 'application/json' }),
        dataTexts.fileName(toSingaporeDay(new Date(exportedData.exportedAt))),
      );
      toastSuccess(dataTexts.exported);
    },
    onError: (error) => toastError(describeFailure(error)),
  });
  return (
    <section className="panel" aria-labelledby="profile-data">
      <div className="panel__head">
        <h2 id="profile-data">{dataTexts.title}</h2>
      </div>
      <div className={`panel__body ${styles.profileData}`}>
        <p>{dataTexts.exportLead}</p>
        <Button isBusy={exportMutation.isPending} onClick={() => exportMutation.mutate()}>
          <Icon of={Download} />
          {dataTexts.export}
        </Button>
        <p>{dataTexts.deleteLead}</p>
        <Button kind="danger" onClick={() => setDialogOpen(true)}>
          {dataTexts.delete}
        </Button>
      </div>
      {isDialogOpen ? <DeletionDialog onClose={() => setDialogOpen(false)} /> : null}
    </section>
  );
}

/** A dialog that explains what is deleted, what remains and why, and asks for the password. */
function DeletionDialog({ onClose }: { onClose: () => void }): ReactElement {
  const client = useClient();
  const leavePage = useLeavePage();
  const signInMethodsResult = useQuery(signInMethodsQuery(client));
  // Users who sign in only with Google have no password: the server requires a recent sign-in instead.
  const hasPassword = signInMethodsResult.data?.some(({ provider }) => provider === 'password') ?? true;
  const passwordInputRef = useRef<HTMLInputElement>(null);
  const [passwordFault, setPasswordFault] = useState<string>();
  const deleteMutation = useMutation({
    mutationFn: (password: string) => client(deleteMe, { body: hasPassword ? { password } : {} }),
    onSuccess: async () => {
      await leavePage('/');
      toastSuccess(deletionTexts.done);
    },
    onError: () => passwordInputRef.current?.select(),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const password = passwordInputRef.current?.value ?? '';
    setPasswordFault(hasPassword && password === '' ? validationTexts.passwordRequired : undefined);
    if (hasPassword && password === '') passwordInputRef.current?.focus();
    else deleteMutation.mutate(password);
  };
  return (
    <Dialog title={deletionTexts.title} onClose={onClose} isAlert isBusy={deleteMutation.isPending}>
      <form method="post" noValidate onSubmit={send}>
        <div className="dialog__body form">
          <p>{`${deletionTexts.lead} ${deletionTexts.goes}`}</p>
          <p>{deletionTexts.stays}</p>
          {hasPassword ? (
            <PasswordField
              ref={passwordInputRef}
              label={deletionTexts.password}
              name="password"
              autoComplete="current-password"
              error={passwordFault}
            />
          ) : null}
          <Failure of={deleteMutation.error} />
        </div>
        <DialogFoot
          isBusy={deleteMutation.isPending}
          onClose={onClose}
          cancelLabel={deletionTexts.keep}
          isCancelFocused
        >
          <Button kind="danger" type="submit" isBusy={deleteMutation.isPending}>
            {deletionTexts.confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
