import { updateMe } from '@carhouse/contract/accounts';
import type { SellerKind } from '@carhouse/domain/account/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { sessionQuery } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { describeFailure } from './failure-text.ts';
import styles from './seller-kind-choice.module.css';

const t = profileMessages.sellerKind;
const sellerKinds: readonly SellerKind[] = ['private', 'dealer'];

/**
 * The choice whether a seller is private or a dealer, with an explanation of both kinds. Buyers can filter cars by the
 * kind of their seller. The choice is saved immediately.
 */
export function SellerKindChoice(): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const groupName = useId();
  const { data: signedInUser } = useQuery(sessionQuery(client));
  const [pendingKind, setPendingKind] = useState<SellerKind>();
  if (signedInUser?.role !== 'Seller') return null;
  const chooseKind = async (sellerKind: SellerKind) => {
    // If two choices were saved at the same time, the choice whose answer arrives last would win.
    if (pendingKind !== undefined) return;
    setPendingKind(sellerKind);
    try {
      await client(updateMe, { body: { sellerKind } });
      await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
      toastSuccess(t.saved[sellerKind]);
    } catch (error) {
      toastError(describeFailure(error));
    } finally {
      // While no choice is being saved, the saved choice is checked, so a choice that failed is undone.
      setPendingKind(undefined);
    }
  };
  return (
    <fieldset className={styles.kinds}>
      <legend>{t.label}</legend>
      {sellerKinds.map((kind) => (
        <label key={kind} className={styles.kind}>
          <input
            type="radio"
            name={groupName}
            value={kind}
            checked={(pendingKind ?? signedInUser.sellerKind) === kind}
            aria-labelledby={`${groupName}-${kind}`}
            aria-describedby={`${groupName}-${kind}-means`}
            onChange={() => void chooseKind(kind)}
          />
          <span>
            <b id={`${groupName}-${kind}`}>{t[kind]}</b>
            <span id={`${groupName}-${kind}-means`}>{t.means[kind]}</span>
          </span>
        </label>
      ))}
      <p>{signedInUser.permission === 'Verified' ? t.effect : t.effectUnverified}</p>
    </fieldset>
  );
}
