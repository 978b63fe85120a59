import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { payoutMessages } from '#messages/payouts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { AuthenticatorDialog } from '../auth/app-dialog.tsx';
import styles from './payouts-page.module.css';

const { acts } = payoutMessages;

type Props = {
  /** The function is called with the recovery codes after an authenticator app was added. */
  readonly onAdded: (codes: readonly string[]) => Promise<void>;
};

/** The button that sets up an authenticator app, and a link to the page where a passkey is added. */
export function SetUpFactor({ onAdded }: Props): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles.acts}>
        <Button kind="primary" isLarge onClick={() => setOpen(true)}>
          {acts.setUp}
        </Button>
        <Link className={makeButtonClass({ kind: 'quiet', isLarge: true })} to="/dashboard/myprofile">
          {acts.passkey}
        </Link>
      </div>
      {isOpen ? <AuthenticatorDialog onClose={() => setOpen(false)} onDone={onAdded} /> : null}
    </>
  );
}
