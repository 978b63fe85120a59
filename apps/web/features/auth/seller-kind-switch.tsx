import { updateMe } from '@carhouse/contract/accounts';
import type { SellerKind } from '@carhouse/domain/account/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { sessionQuery } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Segments } from '../../ui/segments.tsx';
import { failureText } from './failure-text.ts';

const t = profileMessages.sellerKind;

/**
 * A switch that says whether a seller is private or a dealer, by which buyers can filter. The choice is saved immediately.
 */
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
      toastSuccess(profileMessages.saved);
    } catch (error) {
      toastError(failureText(error));
      // The component renders again after an error, so that it shows the saved value.
      setFailures(failures + 1);
    }
  };
  return (
    <Segments
      key={failures}
      label={t.label}
      value={own.sellerKind}
      options={[
        { value: 'private', label: t.private },
        { value: 'dealer', label: t.dealer },
      ]}
      onChoose={(kind) => void choose(kind)}
    />
  );
}
