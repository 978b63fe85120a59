import { ApiError } from '@carhouse/contract/client';
import { CircleCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { reconciliationMessages } from '#messages/reconciliation';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { Panel } from '../dashboard/panel.tsx';
import styles from './reconciliation-page.module.css';
import { useReplayEvent } from './use-reconciliation.ts';

const text = reconciliationMessages.events;

/** A form that processes a stored event of the card provider again, by its id. */
export function ReplayForm(): ReactElement {
  const replayMutation = useReplayEvent();
  const form = useForm<{ eventId: string }>({ defaultValues: { eventId: '' } });
  const submit = form.handleSubmit(async ({ eventId }) => {
    if (replayMutation.isPending) return;
    try {
      await replayMutation.mutateAsync(eventId.trim());
    } catch (error) {
      const isEventUnknown = error instanceof ApiError && error.status === 404;
      form.setError('eventId', {
        message: isEventUnknown ? text.unknown : error instanceof Error ? error.message : '',
      });
      form.setFocus('eventId');
    }
  });
  return (
    <Panel title={text.title} columnSpan="span-12">
      <p className="muted small">{text.lead}</p>
      <form className={styles.replay} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={text.id}
          placeholder="evt_"
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          error={form.formState.errors.eventId?.message}
          {...form.register('eventId', { validate: (id) => (id.trim() === '' ? text.required : true) })}
        />
        <Button type="submit" isBusy={replayMutation.isPending}>
          {text.replay}
        </Button>
      </form>
      {replayMutation.data === undefined || replayMutation.isPending || replayMutation.isError ? null : (
        <Callout icon={CircleCheck} kind="ok" role="status" className={styles.replayDone}>
          <span className="num">
            {text.replayed(
              replayMutation.data.type,
              `${formatDate(replayMutation.data.processedAt)} ${formatTime(replayMutation.data.processedAt)}`,
            )}
          </span>
        </Callout>
      )}
    </Panel>
  );
}
