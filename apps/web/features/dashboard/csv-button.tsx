import { readProblem } from '@carhouse/contract/client';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { tableMessages } from '#messages/table';
import { makeCsvAddress } from '../../app/csv-address.ts';
import { repeatAfterSignIn, requestReauthentication } from '../../app/reauthentication.ts';
import { saveFile } from '../../app/save-file.ts';
import { toastError } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { describeFailure } from '../auth/failure-text.ts';

/**
 * A button that saves a list as a CSV file. The control is a button and not a link, because the server requires a
 * recent sign-in: the user may have to confirm their identity before the file is fetched.
 */
export function CsvButton(file: {
  readonly path: `/api/${string}`;
  readonly name: string;
  readonly choice: Readonly<Record<string, string | undefined>>;
}): ReactElement {
  const downloadMutation = useMutation({
    mutationFn: () => fetchFile(file.path, makeCsvAddress(file.path, file.choice)),
    onSuccess: (content) => saveFile(content, file.name),
    onError: (error) => toastError(describeFailure(error)),
  });
  return (
    <Button isBusy={downloadMutation.isPending} onClick={() => downloadMutation.mutate()}>
      <Icon of={Download} />
      {tableMessages.csv}
    </Button>
  );
}

function fetchFile(path: `/api/${string}`, csvUrl: string): Promise<Blob> {
  const read = async (): Promise<Blob> => {
    const response = await fetch(csvUrl, { credentials: 'same-origin' });
    if (!response.ok) throw await readProblem(response);
    return response.blob();
  };
  return repeatAfterSignIn(read, { method: 'GET', path }, requestReauthentication);
}
