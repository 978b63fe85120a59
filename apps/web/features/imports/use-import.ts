import { ApiError } from '@carhouse/contract/client';
import {
  changeImportMapping,
  checkImport,
  discardImport,
  type ImportView,
  listImports,
  startImport,
  stopImport,
  uploadImport,
  withdrawGoneCars,
} from '@carhouse/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { importMessages } from '#messages/imports';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastNotice, toastSuccess } from '../../app/toasts.tsx';
import { toastRefusal } from '../auth/confirm-again.tsx';
import { type MappingBody, makeImportKey } from './import-queries.ts';

const importPagePath = '/dashboard/import';
/** Maximum number of times that a file is sent again automatically when the server is busy. */
const busyRetryCountMaximum = 5;

/** Uploads a file and opens the page of its import. */
export function useUploadImport() {
  const client = useClient();
  const storeImport = useStoreImport();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (file: File) => client(uploadImport, { body: { file } }),
    // A busy server refuses the file before reading it. Sending a file again does not create a second import.
    retry: (failureCount, error) =>
      failureCount < busyRetryCountMaximum && error instanceof ApiError && error.status === 503,
    retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 8_000),
    onSuccess: (view) => {
      storeImport(view);
      return navigate({ to: importPagePath, search: { id: view._id } });
    },
  });
}

/** Saves the mapping of an import: the field of each column. */
export function useChangeMapping(id: string) {
  const client = useClient();
  const storeImport = useStoreImport();
  return useMutation({
    mutationFn: (change: MappingBody) => client(changeImportMapping, { params: { id }, body: change }),
    onSuccess: storeImport,
    onError: (error) => toastError(error.message),
  });
}

/**
 * Starts a check or the import itself. For a new seller, only the check runs before an admin has reviewed the import.
 */
export function useBeginImport(id: string, nextJob: 'check' | 'start') {
  const client = useClient();
  const storeImport = useStoreImport();
  const runCheck = () => client(checkImport, { params: { id }, body: {} });
  const runImport = async () => {
    try {
      return await client(startImport, { params: { id }, body: {} });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'IMPORT_CHECK_FIRST') throw error;
      toastNotice(importMessages.checkedFirst);
      return runCheck();
    }
  };
  return useMutation({
    mutationFn: nextJob === 'check' ? runCheck : runImport,
    onSuccess: storeImport,
    onError: toastRefusal,
  });
}

/** Withdraws the cars that the file no longer contains. */
export function useWithdrawMissingCars(id: string, onDone: () => void) {
  const client = useClient();
  const storeImport = useStoreImport();
  return useMutation({
    mutationFn: (carCount: number) => client(withdrawGoneCars, { params: { id }, body: { cars: carCount } }),
    onSuccess: (view) => {
      storeImport(view);
      onDone();
    },
  });
}

/** Stops the running examination, check or import of a file. */
export function useStopImport(id: string) {
  const client = useClient();
  const storeImport = useStoreImport();
  return useMutation({
    mutationFn: () => client(stopImport, { params: { id }, body: {} }),
    onSuccess: (view) => {
      storeImport(view);
      toastSuccess(importMessages.stopped);
    },
    onError: (error) => toastError(error.message),
  });
}

/** Deletes an import and returns to the list of imports. */
export function useDiscardImport(id: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => client(discardImport, { params: { id } }),
    onSuccess: async () => {
      await navigate({ to: importPagePath, search: {} });
      queryClient.removeQueries({ queryKey: makeImportKey(id) });
      await invalidate(queryClient, listImports);
      toastSuccess(importMessages.removed);
    },
    onError: (error) => toastError(error.message),
  });
}

/**
 * Returns a function that stores the server's response in the cache of the import and marks the cached list of imports
 * as outdated.
 */
function useStoreImport(): (view: ImportView) => void {
  const queryClient = useQueryClient();
  return (view) => {
    queryClient.setQueryData(makeImportKey(view._id), view);
    void invalidate(queryClient, listImports);
  };
}
