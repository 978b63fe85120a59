import type { ListedUser } from '@carhouse/contract/accounts';
import { type ReactElement, useId } from 'react';
import { sharedMessages } from '#messages/shared';
import { userMessages } from '#messages/users';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useResetSecondStep } from './use-account-change.ts';
import { UserCard } from './user-card.tsx';

const text = userMessages.secondStep;

/** The question before a person's second step is reset: their sessions end, and the password alone lets them in once. */
export function ResetSecondStep({ person, onClose }: { person: ListedUser; onClose: () => void }): ReactElement {
  const about = useId();
  const resetting = useResetSecondStep(person, onClose);
  return (
    <Dialog title={text.question} onClose={onClose} small alert describedBy={about} busy={resetting.isPending}>
      <div className="dialog__body user__body" id={about}>
        <UserCard person={person} />
        <p className="small">{text.effect}</p>
      </div>
      <div className="dialog__foot">
        <Button data-autofocus disabled={resetting.isPending} onClick={onClose}>
          {sharedMessages.cancel}
        </Button>
        <Button kind="danger" busy={resetting.isPending} onClick={() => resetting.mutate()}>
          {text.reset}
        </Button>
      </div>
    </Dialog>
  );
}
