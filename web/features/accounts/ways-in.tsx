import { connectProvider, disconnectProvider, type SignInProvider, waysIn } from '@carhouse/contract/credentials';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useClient } from '../../api.ts';
import { toastError, toastSuccess } from '../../toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { signInProvidersQuery } from './openid-buttons.tsx';
import { openidFault } from './openid-faults.ts';

/** The providers of the house, each to connect to one's account or to disconnect. Nothing where the house has none. */
export function WaysIn({ fault }: { fault: string | undefined }): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const { data: providers = [] } = useQuery(signInProvidersQuery(client));
  const { data: ways } = useQuery({
    queryKey: ['ways-in'],
    queryFn: async () => (await client(waysIn)).credentials,
  });
  const refusal = openidFault(fault);
  if (providers.length === 0 || ways === undefined) return null;

  const change = async ({ id, name }: SignInProvider, isConnected: boolean): Promise<void> => {
    setBusy(id);
    try {
      if (!isConnected) {
        const { url } = await client(connectProvider, { params: { provider: id } });
        window.location.assign(url);
        return;
      }
      await client(disconnectProvider, { params: { provider: id } });
      await queryClient.invalidateQueries({ queryKey: ['ways-in'] });
      toastSuccess(`${name} is disconnected.`);
    } catch (error) {
      toastError(error instanceof Error ? error.message : 'That did not work. Please try again.');
    }
    setBusy(undefined);
  };

  return (
    <section className="panel">
      <div className="panel__head">
        <h2>Ways to sign in</h2>
      </div>
      <div className="panel__body">
        {refusal === undefined ? null : (
          <Note icon={CircleAlert} kind="stop" role="alert">
            {refusal}
          </Note>
        )}
        <dl className="kv">
          {providers.map((provider) => {
            const isConnected = ways.some((way) => way.provider === provider.id);
            return (
              <div key={provider.id}>
                <dt>{provider.name}</dt>
                <dd>
                  <Button busy={busy === provider.id} onClick={() => void change(provider, isConnected)}>
                    {isConnected ? 'Disconnect' : 'Connect'} {provider.name}
                  </Button>
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </section>
  );
}
