import { updateMe } from '@carhouse/contract/accounts';
import type { SellerKind } from '@carhouse/domain/account/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { profileTexts } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { sessionQuery } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Segments } from '../../ui/segments.tsx';
import { failureText } from './failure-text.ts';

const words = profileTexts.sellerKind;

/** Whether a seller sells cars of his own or trades in them: buyers can look for either. Saved as it is chosen. */
export function SellerKindSwitch(): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: own } = useQuery(sessionQuery(client));
  const [failures, setFailures] = useState(0);
  if (own?.role !== 'Seller') return null;
  const choose = async (sellerKind: SellerKind) => {
    try {
      await client(updateMe, { body: { sellerKind } });
      await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
      toastSuccess(profileTexts.saved);
    } catch (error) {
      toastError(failureText(error));
      // Drawn anew: what is shown is what is saved.
      setFailures(failures + 1);
    }
  };
  return (
    <Segments
      key={failures}
      label={words.label}
      value={own.sellerKind}
      options={[
        { value: 'private', label: words.private },
        { value: 'dealer', label: words.dealer },
      ]}
      onChoose={(kind) => void choose(kind)}
    />
  );
}
