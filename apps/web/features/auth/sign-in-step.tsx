import type { SecondStep } from '@carhouse/contract/passwords';
import type { ComponentProps, ReactElement } from 'react';
import { secondFactorMessages } from '#messages/second-factor';
import { finishSignIn } from '../../app/identity.ts';
import { requestStepPasskey } from './passkeys.ts';
import { SecondStepForm } from './second-step-form.tsx';

type Props = Pick<ComponentProps<typeof SecondStepForm>, 'onBusy' | 'renderFrame'> & {
  readonly step: SecondStep;
  /** The function is called when the session has been created. */
  readonly onDone: () => Promise<void>;
  /** The function starts the sign-in from the beginning. */
  readonly onStartAgain: () => void;
};

/** The second step of a sign-in. */
export function SignInStep({ step, onDone, onStartAgain, ...rest }: Props): ReactElement {
  return (
    <SecondStepForm
      {...rest}
      ways={step.ways}
      onAnswer={async (answer) => {
        await finishSignIn(step.token, answer);
        await onDone();
      }}
      getPasskeyOptions={() => requestStepPasskey(step.token)}
      leaveButton={{ label: secondFactorMessages.step.startAgain, onPress: onStartAgain }}
    />
  );
}
