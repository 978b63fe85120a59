import type { ListedUser } from '@carhouse/contract/accounts';
import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { people } from '#messages/people';
import { words } from '#messages/shared-words';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import type { ListedRole } from './people-queries.ts';
import { PersonCard } from './person-card.tsx';
import { type StandingChange, useChangeStanding } from './use-account-change.ts';

type Props = {
  readonly person: ListedUser;
  readonly of: ListedRole | 'admin';
  readonly onClose: () => void;
  /** Asks for the reset of the second step instead. */
  readonly onReset: () => void;
};
type Facts = { change: StandingChange; reason: string };

const standing = people.standing;

/** Suspends, reinstates or un-verifies a person: what it does is said before, and a reason is asked for. */
export function ChangeStanding({ person, of: role, onClose, onReset }: Props): ReactElement {
  const choices = choicesFor(person);
  const form = useForm<Facts>({ defaultValues: { change: choices[0] ?? 'suspend', reason: '' } });
  const change = useWatch({ control: form.control, name: 'change' });
  const changing = useChangeStanding(person, onClose);
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ reason, ...facts }) => {
    if (!changing.isPending) changing.mutate({ ...facts, reason: reason.trim() });
  });
  return (
    <Dialog title={standing.title} onClose={onClose} small busy={changing.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="dlg__body person__body">
          <PersonCard person={person} />
          {person.standingReason === null ? null : (
            <p className="small muted">{standing.lastReason(person.standingReason)}</p>
          )}
          {choices.length < 2 ? null : (
            <fieldset>
              <legend className="legend">{standing.what}</legend>
              <div className="seg">
                {choices.map((choice) => (
                  <label key={choice}>
                    <input type="radio" value={choice} {...form.register('change')} />
                    {standing.choices[choice]}
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          <p className="small" role="status">
            {effectOf(change, role)}
          </p>
          <Field
            label={standing.reason}
            hint={standing.reasonHint}
            maxLength={300}
            autoComplete="off"
            readOnly={changing.isPending}
            error={errors.reason?.message}
            data-autofocus
            {...form.register('reason', {
              validate: (reason) => (reason.trim() === '' ? standing.reasonRequired : true),
            })}
          />
          {changing.error === null ? null : (
            <Note icon={CircleAlert} kind="stop" role="alert">
              {changing.error.message}
            </Note>
          )}
        </div>
        <div className="dlg__body person__second-step">
          <Button disabled={changing.isPending} onClick={onReset}>
            {people.secondStep.reset}
          </Button>
          <p className="hint">{people.secondStep.effect}</p>
        </div>
        <div className="dlg__foot">
          <Button disabled={changing.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button kind={change === 'reinstate' ? 'primary' : 'danger'} type="submit" busy={changing.isPending}>
            {standing.choices[change]}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function choicesFor(person: ListedUser): readonly StandingChange[] {
  const verified: readonly StandingChange[] = person.permission === 'Verified' ? ['unverify'] : [];
  return person.status === 'suspended' ? ['reinstate', ...verified] : ['suspend', ...verified];
}

function effectOf(change: StandingChange, role: ListedRole | 'admin'): string {
  const effect = standing.effects[change];
  return typeof effect === 'string' ? effect : effect[role];
}
