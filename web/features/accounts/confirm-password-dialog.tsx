import { waysIn } from '@carhouse/contract/credentials';
import { confirmSession } from '@carhouse/contract/passwords';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, KeyRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { confirmPassword } from '#texts/confirm-password';
import { words } from '#texts/shared-words';
import { useClient } from '../../api.ts';
import { startOpenid, useSignedInUser } from '../../session.ts';
import { toastError } from '../../toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { failureText } from './failure-text.ts';
import { signInProvidersQuery } from './openid-buttons.tsx';
import { PasswordField } from './password-field.tsx';

export type End = (confirmed: boolean) => void;

/** Asks for the password, or leads to the provider where there is none. */
export function ConfirmPasswordDialog({ end }: { end: End }): ReactElement | null {
  const client = useClient();
  const { data: ways, isPending } = useQuery({
    queryKey: ['ways-in'],
    queryFn: async () => (await client(waysIn)).credentials,
  });
  const hasPassword = ways?.some(({ provider }) => provider === 'password') ?? true;
  // Nothing is shown for the moment in which it is not known what to ask.
  if (isPending) return null;
  return hasPassword ? <PasswordQuestion end={end} /> : <ProviderQuestion end={end} />;
}

function PasswordQuestion({ end }: { end: End }): ReactElement {
  const client = useClient();
  const { email } = useSignedInUser();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await client(confirmSession, { body: { password } });
    } catch (error) {
      setFailure(failureText(error));
      form.setFocus('password', { shouldSelect: true });
      return;
    }
    end(true);
  });
  return (
    <Dialog title={confirmPassword.title} onClose={() => end(false)} small busy={isSubmitting}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dlg__body form">
          <p>{confirmPassword.text}</p>
          {failure === undefined ? null : (
            <Note icon={CircleAlert} kind="stop" role="alert">
              {failure}
            </Note>
          )}
          {/* For the browser's store of passwords. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={confirmPassword.password}
            autoComplete="current-password"
            data-autofocus
            error={errors.password?.message}
            {...form.register('password', { required: confirmPassword.required })}
          />
        </div>
        <div className="dlg__foot">
          <Button onClick={() => end(false)} disabled={isSubmitting}>
            {words.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting}>
            {confirmPassword.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Who has no password here proves himself at the provider, and comes back to this page. */
function ProviderQuestion({ end }: { end: End }): ReactElement {
  const { data: providers = [] } = useQuery(signInProvidersQuery(useClient()));
  const [leaving, setLeaving] = useState<string>();
  const leave = async (provider: string): Promise<void> => {
    setLeaving(provider);
    try {
      window.location.assign(await startOpenid(provider, window.location.pathname));
    } catch (error) {
      setLeaving(undefined);
      toastError(failureText(error));
    }
  };
  return (
    <Dialog title={confirmPassword.title} onClose={() => end(false)} small busy={leaving !== undefined}>
      <div className="dlg__body">
        <Note icon={KeyRound}>{confirmPassword.noPassword}</Note>
      </div>
      <div className="dlg__foot">
        <Button onClick={() => end(false)} data-autofocus>
          {words.cancel}
        </Button>
        {providers.map(({ id, name }) => (
          <Button key={id} kind="primary" busy={leaving === id} onClick={() => void leave(id)}>
            {confirmPassword.signInWith(name)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
