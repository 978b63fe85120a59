import { type AdminImport, importTotals, listAllImports } from '@carhouse/contract/admin-imports';
import type { Client } from '@carhouse/contract/client';
import { listImportReviews, rejectImport, releaseImport } from '@carhouse/contract/import-reviews';
import { stopRunningImport } from '@carhouse/contract/imports';
import type { ImportAdminAct } from '@carhouse/domain/import/import-states';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminImportMessages } from '#messages/admin-imports';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';

const callsByAct: {
  readonly [Act in ImportAdminAct]: (client: Client, id: string, reason: string) => Promise<unknown>;
} = {
  release: (client, id) => client(releaseImport, { params: { id }, body: {} }),
  reject: (client, id, reason) => client(rejectImport, { params: { id }, body: { reason } }),
  stop: (client, id) => client(stopRunningImport, { params: { id }, body: {} }),
};

/** Approves, rejects or stops an import. `reason` is the reason for a rejection, which the seller can read. */
export function useImportAct({ _id, fileName }: Pick<AdminImport, '_id' | 'fileName'>, onDone?: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ act, reason = '' }: { act: ImportAdminAct; reason?: string }) =>
      callsByAct[act](client, _id, reason),
    onSuccess: (_answer, { act }) => {
      toastSuccess(adminImportMessages.done(act, fileName));
      onDone?.();
    },
    onError: (error) => void toastError(error.message),
    onSettled: () => invalidate(queryClient, listAllImports, importTotals, listImportReviews),
  });
}
