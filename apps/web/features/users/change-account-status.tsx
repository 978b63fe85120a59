import type { ListedUser } from '@carhouse/contract/accounts';
import { findVerificationEvent, listAdminEvents } from '@carhouse/domain/account/account-policy';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { sharedMessages } from '#messages/shared';
import { userMessages } from '#messages/users';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { type AccountStatusChange, useChangeAccountStatus } from './use-account-change.ts';
import { UserCard } from './user-dialogs.tsx';
import type { ListedRole } from './user-queries.ts';
import styles from './users-page.module.css';

type Props = {
  readonly person: ListedUser;
  readonly listedRole: ListedRole | 'admin';
  readonly change: AccountStatusChange;
  readonly onClose: () => void;
};
type Facts = { reason: string };

const standingTexts = userMessages.standing;

/**
 * A dialog that suspends, reinstates or un-verifies a user. The dialog states the effect of the change and asks for a
 * reason.
 */
export function ChangeAccountStatus({ person, listedRole, change, onClose }: Props): ReactElement {
  const form = useForm<Facts>({ defaultValues: { reason: '' } });
  const changeStatusMutation = useChangeAccountStatus(person, onClose);
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ reason }) => {
    if (!changeStatusMutation.isPending) changeStatusMutation.mutate({ change, reason: reason.trim() });
  });
  return (
    <Dialog
      title={standingTexts.question(change, person.name)}
      onClose={onClose}
      isSmall
      isBusy={changeStatusMutation.isPending}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={`dialog__body ${styles.userBody}`}>
          <UserCard person={person} />
          {person.standingReason === null ? null : (
            <p className="small muted">{standingTexts.lastReason(person.standingReason)}</p>
          )}
          <p className="small">{describeEffect(change, listedRole)}</p>
          <Field
            label={standingTexts.reason}
            hint={standingTexts.reasonHint}
            maxLength={300}
            autoComplete="off"
            readOnly={changeStatusMutation.isPending}
            error={errors.reason?.message}
            data-autofocus
            {...form.register('reason', {
              validate: (reason) => (reason.trim() === '' ? standingTexts.reasonRequired : true),
            })}
          />
          <Failure of={changeStatusMutation.error} />
        </div>
        <DialogFoot isBusy={changeStatusMutation.isPending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button
            kind={change === 'reinstate' ? 'primary' : 'danger'}
            type="submit"
            isBusy={changeStatusMutation.isPending}
          >
            {standingTexts.choices[change]}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/**
 * Returns the changes that an admin may make to another account, each with a reason. The approval of a waiting admin is
 * not included, because it is a separate action.
 * @param isOwn whether the account is the admin's own, which they may not change
 */
export function listAccountStatusChanges(person: ListedUser, isOwn = false): readonly AccountStatusChange[] {
  const events = listAdminEvents(person.status, isOwn);
  const verificationChange = findVerificationEvent({
    status: person.status,
    verified: person.permission === 'Verified',
  });
  return [
    ...events.filter((event) => event === 'suspend' || event === 'reinstate'),
    ...(verificationChange === 'unverify' ? [verificationChange] : []),
  ];
}

function describeEffect(change: AccountStatusChange, listedRole: ListedRole | 'admin'): string {
  const effectTexts = standingTexts.effects[change];
  return typeof effectTexts === 'string' ? effectTexts : effectTexts[listedRole];
}
