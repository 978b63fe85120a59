import { texts } from '@carhouse/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { accountMessages } from '#messages/accounts';
import { useClient } from '../../app/api.ts';
import { saveGoogleBuyer } from '../../app/identity.ts';
import { refreshSession } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Loading } from '../../ui/spinner.tsx';

/** After the return from Google, saves the user record (specification, section 7) and opens `origin`. */
export function OpenidLanding({ origin }: { origin: string }): ReactElement {
  const router = useRouter();
  const queryClient = useQueryClient();
  const client = useClient();
  const hasStartedRef = useRef(false);

  useEffect(() => {
    // In development React runs effects twice. The call must be made only once.
    if (hasStartedRef.current) return;
    hasStartedRef.current = true;
    const finishSignUp = async (): Promise<void> => {
      const isSaved = await saveGoogleBuyer(client).then(
        () => true,
        (error: unknown) => {
          toastError(error instanceof Error ? error.message : accountMessages.signInFailed);
          return false;
        },
      );
      await refreshSession(queryClient, client);
      await router.navigate({ href: origin, replace: true });
      if (isSaved) toastSuccess(texts.toasts.googleDone);
    };
    void finishSignUp();
  }, [router, queryClient, client, origin]);

  return <Loading />;
}
