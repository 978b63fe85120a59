import { updateMe } from '@carhouse/contract/accounts';
import type { SellerKind } from '@carhouse/domain/account/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { sessionQuery } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { failureText } from './failure-text.ts';
import styles from './seller-kind-choice.module.css';

const t = profileMessages.sellerKind;
const kinds: readonly SellerKind[] = ['private', 'dealer'];

/**
 * The choice whether a seller is private or a dealer, with an explanation of both kinds. Buyers can filter cars by the
 * kind of their seller. The choice is saved immediately.
 */
export function SellerKindChoice(): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const group = useId();
  const { data: signedInUser } = useQuery(sessionQuery(client));
  const [pending, setPending] = useState<SellerKind>();
  if (signedInUser?.role !== 'Seller') return null;
  const choose = async (sellerKind: SellerKind) => {
    // Of two choices that are saved at the same time, the last answer would win.
    if (pending !== undefined) return;
    setPending(sellerKind);
    try {
      await client(updateMe, { body: { sellerKind } });
      await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
      toastSuccess(t.saved[sellerKind]);
    } catch (error) {
      toastError(failureText(error));
    } finally {
      // Without a pending choice the saved choice is checked, so a choice that failed is undone.
      setPending(undefined);
    }
  };
  return (
    <fieldset className={styles.kinds}>
      <legend>{t.label}</legend>
      {kinds.map((kind) => (
        <label key={kind} className={styles.kind}>
          <input
            type="radio"
            name={group}
            value={kind}
            checked={(pending ?? signedInUser.sellerKind) === kind}
            aria-labelledby={`${group}-${kind}`}
            aria-describedby={`${group}-${kind}-means`}
            onChange={() => void choose(kind)}
          />
          <span>
            <b id={`${group}-${kind}`}>{t[kind]}</b>
            <span id={`${group}-${kind}-means`}>{t.means[kind]}</span>
          </span>
        </label>
      ))}
      <p>{signedInUser.permission === 'Verified' ? t.effect : t.effectUnverified}</p>
    </fieldset>
  );
}
