import type { SecondStep } from '@carhouse/contract/passwords';
import { useEffect, useState } from 'react';

const supportedWays: readonly SecondStep['ways'][number][] = ['app', 'passkey', 'recovery-code'];

/**
 * Returns the second step that a sign-in with a provider still needs (packages/auth/openid-return.ts). The step is in
 * the fragment (`#`) of the URL, which browsers do not send to servers. After the step is read, it is removed from the
 * address bar and the history.
 */
export function useReturnedStep(): SecondStep | undefined {
  const [step, setStep] = useState<SecondStep>();
  useEffect(() => {
    const hashParameters = new URLSearchParams(window.location.hash.slice(1));
    const token = hashParameters.get('second-step');
    if (token === null) return;
    const waysInUrl = (hashParameters.get('ways') ?? '').split(' ');
    setStep({ token, expiresAt: '', ways: supportedWays.filter((way) => waysInUrl.includes(way)) });
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`);
  }, []);
  return step;
}
