import type { SecondStep } from '@carhouse/contract/passwords';
import { KeyRound } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { secondFactorMessages } from '#messages/second-factor';
import type { SecondStepAnswer } from '../../app/identity.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { describeFailure } from './failure-text.ts';
import styles from './second-factor.module.css';

const secondStepTexts = secondFactorMessages.step;
type FactorMethod = SecondStep['ways'][number];

type Props = {
  /** The account's second factors that can be used. */
  readonly ways: readonly FactorMethod[];
  /** Sends the answer of the user. @throws Error with a message for the user. */
  readonly onAnswer: (answer: SecondStepAnswer) => Promise<void>;
  /**
   * Fetches the options with which the browser requests a passkey from the device. @throws Error with a message for the
   * user.
   */
  readonly getPasskeyOptions: () => Promise<unknown>;
  /** The label and the action of the form's second button, which leaves the step. */
  readonly leaveButton: { readonly label: string; readonly onPress: () => void };
  readonly onBusy?: (isBusy: boolean) => void;
  /** Places the form's body and its buttons. A dialog passes a frame that shows the buttons in the dialog's footer. */
  readonly renderFrame?: (body: ReactNode, buttons: ReactNode) => ReactElement;
};

/**
 * A form that asks for one of the account's second factors. The form shows the first factor, and buttons switch to the
 * other factors.
 */
export function SecondStepForm({
  ways,
  onAnswer,
  getPasskeyOptions,
  leaveButton,
  onBusy = () => undefined,
  renderFrame = renderBodyAndButtons,
}: Props): ReactElement {
  const [chosenMethod, setChosenMethod] = useState<FactorMethod>(ways[0] ?? 'recovery-code');
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  // The field gets the focus, because the user has just requested this step.
  useEffect(() => {
    if (chosenMethod !== 'passkey') setFocus('code');
  }, [chosenMethod, setFocus]);

  const sendAnswer = async (answer: () => Promise<SecondStepAnswer>): Promise<void> => {
    onBusy(true);
    setFailure(undefined);
    try {
      await onAnswer(await answer());
    } catch (error) {
      setFailure(describeFailure(error));
      if (chosenMethod !== 'passkey') form.setFocus('code', { shouldSelect: true });
    }
    onBusy(false);
  };
  const submit = form.handleSubmit(({ code }) =>
    sendAnswer(async () => {
      if (chosenMethod === 'passkey') return { passkey: await getPasskeyOptions() };
      return chosenMethod === 'app' ? { code } : { recoveryCode: code };
    }),
  );
  const chooseMethod = (method: FactorMethod) => {
    setChosenMethod(method);
    setFailure(undefined);
    form.reset();
  };

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {renderFrame(
        <>
          <p>{secondStepTexts.leads[chosenMethod]}</p>
          <Failure of={failure} />
          {chosenMethod === 'passkey' ? null : (
            <Field
              key={chosenMethod}
              label={chosenMethod === 'app' ? secondStepTexts.code : secondStepTexts.recoveryCode}
              autoComplete={chosenMethod === 'app' ? 'one-time-code' : 'off'}
              inputMode={chosenMethod === 'app' ? 'numeric' : 'text'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={chosenMethod === 'app' ? 7 : 100}
              className={`${styles.stepCode} num`}
              error={errors.code?.message}
              {...form.register('code', { required: secondStepTexts.codeRequired })}
            />
          )}
          <div className={styles.stepOthers}>
            {ways
              .filter((method) => method !== chosenMethod)
              .map((method) => (
                <Button key={method} kind="quiet" onClick={() => chooseMethod(method)}>
                  {secondStepTexts.others[method]}
                </Button>
              ))}
          </div>
        </>,
        <>
          <Button onClick={leaveButton.onPress} disabled={isSubmitting}>
            {leaveButton.label}
          </Button>
          <Button kind="primary" type="submit" isBusy={isSubmitting}>
            {chosenMethod === 'passkey' ? <Icon of={KeyRound} /> : null}
            {chosenMethod === 'passkey' ? secondStepTexts.passkeyButton : secondStepTexts.button}
          </Button>
        </>,
      )}
    </form>
  );
}

function renderBodyAndButtons(body: ReactNode, buttons: ReactNode): ReactElement {
  return (
    <div className="form">
      {body}
      <div className={styles.stepFoot}>{buttons}</div>
      <p className="hint">{secondStepTexts.lost}</p>
    </div>
  );
}
