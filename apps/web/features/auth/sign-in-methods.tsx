import {
  connectProvider,
  disconnectProvider,
  type SignInProvider,
  signInMethods,
} from '@carhouse/contract/credentials';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { profileMessages } from '#messages/profile';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatDate } from '../../ui/format-date.ts';
import styles from '../users/my-profile-page.module.css';
import { signInMethodsQuery, signInProvidersQuery } from './account-queries.ts';
import { describeFailure } from './failure-text.ts';
import { describeOpenidFault } from './openid-buttons.tsx';

const signInMethodTexts = profileMessages.ways;

/** The list of the account's sign-in methods: the password, and the server's providers to connect or disconnect. */
export function SignInMethods({ fault }: { fault: string | undefined }): ReactElement {
  const client = useClient();
  const providers = useQuery(signInProvidersQuery(client)).data?.providers ?? [];
  const methodsQuery = useQuery(signInMethodsQuery(client));
  const refusal = describeOpenidFault(fault);
  const methods = methodsQuery.data ?? [];
  return (
    <section className="panel" aria-labelledby="profile-ways">
      <div className="panel__head">
        <h2 id="profile-ways">{signInMethodTexts.title}</h2>
      </div>
      <div className="panel__body">
        <Failure of={refusal} />
        {methodsQuery.data !== undefined ? (
          <dl className={styles.factList}>
            <SignInMethodRow
              name={signInMethodTexts.password}
              methodSince={methods.find(({ provider }) => provider === 'password')?.since}
            />
            {providers.map((provider) => (
              <SignInMethodRow
                key={provider.id}
                name={provider.name}
                methodSince={methods.find((signInMethod) => signInMethod.provider === provider.id)?.since}
                provider={provider}
              />
            ))}
          </dl>
        ) : (
          <NotLoaded query={methodsQuery} errorTitle={signInMethodTexts.failed} />
        )}
      </div>
    </section>
  );
}

type SignInMethodProps = {
  readonly name: string;
  readonly methodSince: string | undefined;
  readonly provider?: SignInProvider;
};

function SignInMethodRow({ name, methodSince: connectedSince, provider }: SignInMethodProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  const change = async ({ id }: SignInProvider): Promise<void> => {
    setBusy(true);
    try {
      if (connectedSince === undefined) {
        const { url } = await client(connectProvider, { params: { provider: id } });
        window.location.assign(url);
        return;
      }
      await client(disconnectProvider, { params: { provider: id } });
      await invalidate(queryClient, signInMethods);
      toastSuccess(signInMethodTexts.disconnected(name));
    } catch (error) {
      toastError(describeFailure(error));
    }
    setBusy(false);
  };

  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {connectedSince === undefined ? (
          <span className="muted">{signInMethodTexts.notConnected}</span>
        ) : (
          <Badge kind="ok">{signInMethodTexts.since(formatDate(connectedSince))}</Badge>
        )}
        {provider === undefined ? null : (
          <span className={styles.factListEnd}>
            <Button isBusy={isBusy} onClick={() => void change(provider)}>
              {connectedSince === undefined ? signInMethodTexts.connect(name) : signInMethodTexts.disconnect(name)}
            </Button>
          </span>
        )}
      </dd>
    </div>
  );
}
