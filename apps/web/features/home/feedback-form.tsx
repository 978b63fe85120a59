import { ApiError } from '@carhouse/contract/client';
import { sendFeedback } from '@carhouse/contract/feedback';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react';
import { homeSectionMessages } from '#messages/home-sections';
import { useClient } from '../../app/api.ts';
import { readFormText } from '../../app/form-text.ts';
import { useHydrated } from '../../app/hydration.ts';
import { useSession } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText, Field, FieldFrame, makeAriaAttributes } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './home-sections.module.css';

const t = homeSectionMessages.feedback;
/** Maximum length of a message in characters, as the server counts them. */
const textLengthMaximum = 2000;

/**
 * The feedback form. The browser reports missing fields, because the specification sets no error text for missing
 * fields.
 */
export function FeedbackForm(): ReactElement {
  const [isSent, setSent] = useState(false);
  return (
    <section className="section" id="feedback" aria-labelledby="feedback-title">
      <div className={`wrap ${styles.homeFeedback}`}>
        <div>
          <h2 id="feedback-title">{t.title}</h2>
          <p className="lead">{t.lead}</p>
        </div>
        <div>
          <div role="status" className={isSent ? styles.homeFeedbackSent : undefined}>
            {isSent ? (
              <p>
                <Icon of={CircleCheck} />
                {t.sent}
              </p>
            ) : null}
          </div>
          {isSent ? (
            <Button onClick={() => setSent(false)}>{t.another}</Button>
          ) : (
            <FeedbackFields onSent={() => setSent(true)} />
          )}
        </div>
      </div>
    </section>
  );
}

function FeedbackFields({ onSent }: { onSent: () => void }): ReactElement {
  const client = useClient();
  const user = useSession();
  const isHydrated = useHydrated();
  const id = useId();
  const [isSending, setSending] = useState(false);
  const [faults, setFaults] = useState<FeedbackFaults>({});
  const formRef = useRef<HTMLFormElement>(null);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const submittedForm = event.currentTarget;
    setSending(true);
    setFaults({});
    try {
      await client(sendFeedback, {
        body: { email: readFormText(submittedForm, 'email').trim(), text: readFormText(submittedForm, 'text') },
      });
      onSent();
    } catch (error) {
      const feedbackFaults = findFeedbackFaults(error);
      setFaults(feedbackFaults);
      const name = feedbackFaults.email === undefined ? 'text' : 'email';
      formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="form" method="post" ref={formRef} onSubmit={(event) => void send(event)}>
      <Field
        label={t.email}
        type="email"
        name="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={user?.email ?? ''}
        error={faults.email}
      />
      <FieldFrame id={id} frameTexts={{ label: t.text, error: faults.text }}>
        <textarea
          {...makeAriaAttributes(id, { hint: undefined, error: faults.text })}
          name="text"
          rows={5}
          required
          maxLength={textLengthMaximum}
        />
      </FieldFrame>
      {faults.formMessage === undefined ? null : <ErrorText role="alert">{faults.formMessage}</ErrorText>}
      <div>
        <Button kind="primary" isLarge type="submit" className="btn--waking" isBusy={isSending} disabled={!isHydrated}>
          {isSending ? t.sending : t.send}
        </Button>
      </div>
    </form>
  );
}

type FeedbackFaults = { readonly email?: string; readonly text?: string; readonly formMessage?: string };

function findFeedbackFaults(error: unknown): FeedbackFaults {
  if (!(error instanceof ApiError)) return { formMessage: t.failed };
  const fields = error.problem?.errors ?? [];
  const findFaultMessage = (name: string) => fields.find(({ path }) => path === name)?.message;
  const [email, text] = [findFaultMessage('email'), findFaultMessage('text')];
  if (email === undefined && text === undefined) return { formMessage: `${t.failed} ${error.message}` };
  return { ...(email === undefined ? {} : { email }), ...(text === undefined ? {} : { text }) };
}
