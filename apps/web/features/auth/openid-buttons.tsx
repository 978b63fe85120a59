import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { useHydrated } from '../../app/hydration.ts';
import { startOpenidSignIn } from '../../app/identity.ts';
import { toastError } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { signInProvidersQuery } from './account-queries.ts';
import styles from './auth-page.module.css';

/**
 * The button 'Continue with Google' (specification, section 2), and that of another provider. When the server has no
 * Google sign-in, a text says so.
 */
export function OpenidButtons({ origin }: { origin: string }): ReactElement {
  const { providers } = useSuspenseQuery(signInProvidersQuery(useClient())).data;
  const isHydrated = useHydrated();
  const [chosenProvider, setChosenProvider] = useState<string>();
  const hasGoogle = providers.some(({ id }) => id === 'google');

  const openProvider = async (provider: string): Promise<void> => {
    setChosenProvider(provider);
    try {
      window.location.assign(await startOpenidSignIn(provider, origin));
    } catch (error) {
      setChosenProvider(undefined);
      toastError(error instanceof Error ? error.message : accountMessages.signInFailed);
    }
  };

  return (
    <>
      <p className={styles.divider}>{accountMessages.or}</p>
      {hasGoogle ? null : (
        <div className={styles.openid}>
          <Button isLarge isBlock disabled aria-describedby="no-google">
            {accountMessages.continueWith('Google')}
          </Button>
          <p id="no-google">{accountMessages.noGoogle}</p>
        </div>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          isLarge
          isBlock
          className="btn--waking"
          disabled={!isHydrated}
          isBusy={chosenProvider === id}
          onClick={() => void openProvider(id)}
        >
          {accountMessages.continueWith(name)}
        </Button>
      ))}
    </>
  );
}

const sentencesByFault: Readonly<Record<string, string>> = accountMessages.openidFaults;

/**
 * Returns the sentence for an error code in the URL; undefined without a code. An unknown code gives a general sentence
 * and is not shown itself.
 */
export function describeOpenidFault(fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined;
  return Object.hasOwn(sentencesByFault, fault) ? sentencesByFault[fault] : accountMessages.signInFailed;
}
