import type { ListedUser } from '@carhouse/contract/accounts';
import { type ReactElement, useId } from 'react';
import { people } from '#messages/people';
import { words } from '#messages/shared-words';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PersonCard } from './person-card.tsx';
import { useResetSecondStep } from './use-account-change.ts';

const text = people.secondStep;

/** The question before a person's second step is reset: their sessions end, and the password alone lets them in once. */
export function ResetSecondStep({ person, onClose }: { person: ListedUser; onClose: () => void }): ReactElement {
  const about = useId();
  const resetting = useResetSecondStep(person, onClose);
  return (
    <Dialog title={text.question} onClose={onClose} small alert describedBy={about} busy={resetting.isPending}>
      <div className="dlg__body person__body" id={about}>
        <PersonCard person={person} />
        <p className="small">{text.effect}</p>
      </div>
      <div className="dlg__foot">
        <Button data-autofocus disabled={resetting.isPending} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button kind="danger" busy={resetting.isPending} onClick={() => resetting.mutate()}>
          {text.reset}
        </Button>
      </div>
    </Dialog>
  );
}
