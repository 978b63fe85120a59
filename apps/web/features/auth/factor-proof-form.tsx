import { factorProofOptions, proveFactor } from '@carhouse/contract/factors';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { secondFactorMessages } from '#messages/second-factor';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { makeQueryKey } from '../../app/call-query.ts';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { answerPasskeyOptions } from './passkeys.ts';
import styles from './reauthentication-dialog.module.css';
import { SecondStepForm } from './second-step-form.tsx';

const { proof } = secondFactorMessages;

type Props = {
  readonly onDone: () => void;
  readonly onCancel: () => void;
  readonly onBusyChange: (isBusy: boolean) => void;
};

/** A dialog that asks for one of the account's second factors before the factors are changed. */
export function FactorProofForm({ onDone, onCancel, onBusyChange }: Props): ReactElement {
  const client = useClient();
  const optionsResult = useQuery({
    queryKey: makeQueryKey(factorProofOptions),
    queryFn: () => client(factorProofOptions),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (optionsResult.data === undefined) {
    return (
      <div className="dialog__body">
        <NotLoaded query={optionsResult} errorTitle={proof.failed} />
      </div>
    );
  }
  const { ways } = optionsResult.data;
  return (
    <SecondStepForm
      ways={ways}
      onAnswer={async (answer) => {
        await client(proveFactor, { body: makeProofBody(answer) });
        onDone();
      }}
      getPasskeyOptions={async () => {
        // Each click requests a new challenge, because a challenge can be answered only once and expires after five
        // minutes.
        const { passkey } = await client(factorProofOptions);
        return answerPasskeyOptions(passkey);
      }}
      leaveButton={{ label: sharedMessages.cancel, onPress: onCancel }}
      onBusy={onBusyChange}
      renderFrame={(body, buttons) => (
        <>
          <div className={`dialog__body form ${styles.again}`}>
            <p>{proof.lead}</p>
            {body}
          </div>
          <div className="dialog__foot">{buttons}</div>
        </>
      )}
    />
  );
}

type Answer = Parameters<Parameters<typeof SecondStepForm>[0]['onAnswer']>[0];

function makeProofBody(answer: Answer) {
  if (!('passkey' in answer)) return answer;
  return { passkey: { ...(answer.passkey as Readonly<Record<string, unknown>>) } };
}
