import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { accountMessages } from '#messages/accounts';
import { secondFactorMessages } from '#messages/second-factor';
import { useClient } from '../../app/api.ts';
import { useHydrated } from '../../app/hydration.ts';
import { signOutToLogin } from '../../app/identity.ts';
import { refreshSession, useLeavePage } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ownFactorsQuery } from './account-queries.ts';
import { AuthenticatorDialog } from './app-dialog.tsx';
import { AuthFrame } from './auth-frame.tsx';
import authPageStyles from './auth-page.module.css';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodes } from './recovery-codes-dialog.tsx';
import styles from './second-factor.module.css';

const { forced, codes: codeTexts, panel } = secondFactorMessages;

/** The page to which an admin without a second factor is always redirected (ASVS 6.3.2). */
export function AddSecondStepPage(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const leavePage = useLeavePage();
  const isHydrated = useHydrated();
  const factorsResult = useQuery(ownFactorsQuery(client));
  const [openDialog, setOpenDialog] = useState<'app' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpenDialog(undefined);

  const continueToPage = async (): Promise<void> => {
    await refreshSession(queryClient, client);
    await router.navigate({ to: '/' });
  };
  const finishChange = async (sentence: string, newCodes: readonly string[]): Promise<void> => {
    close();
    setCodes(newCodes);
    toastSuccess(sentence);
  };

  if (codes !== undefined) {
    return (
      <AuthFrame imageText={accountMessages.lines.buy} isOutsideLayout>
        <h1>{codeTexts.title}</h1>
        <div className="form">
          <RecoveryCodes codes={codes} />
          <Button kind="primary" isLarge isBlock onClick={() => void continueToPage()}>
            {codeTexts.done}
          </Button>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame imageText={accountMessages.lines.buy} isOutsideLayout>
      <h1>{forced.title}</h1>
      <p>{forced.lead}</p>
      {factorsResult.data?.passkeysPossible === true ? (
        <Callout icon={ShieldCheck} className={authPageStyles.redirect}>
          {forced.choose}
        </Callout>
      ) : null}
      <div className="form">
        <Button kind="primary" isLarge isBlock disabled={!isHydrated} onClick={() => setOpenDialog('app')}>
          <Icon of={Smartphone} />
          {forced.app}
        </Button>
        {factorsResult.data?.passkeysPossible === true ? (
          <Button isLarge isBlock disabled={!isHydrated} onClick={() => setOpenDialog('passkey')}>
            <Icon of={KeyRound} />
            {forced.passkey}
          </Button>
        ) : null}
      </div>
      <p className={`${authPageStyles.authAlt} ${styles.stepOthers}`}>
        <Button kind="quiet" onClick={() => void signOutToLogin(leavePage)}>
          {forced.signOut}
        </Button>
      </p>
      {openDialog === 'app' ? (
        <AuthenticatorDialog onClose={close} onDone={(newCodes) => finishChange(panel.addedApp, newCodes)} />
      ) : null}
      {openDialog === 'passkey' ? (
        <PasskeyDialog onClose={close} onDone={(newCodes) => finishChange(panel.addedPasskey, newCodes)} />
      ) : null}
    </AuthFrame>
  );
}
