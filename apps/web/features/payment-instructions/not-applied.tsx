import { Landmark } from 'lucide-react';
import type { ReactElement } from 'react';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Callout } from '../../ui/callout.tsx';
import styles from './payment-instructions.module.css';

type Page = keyof typeof paymentInstructionMessages.notApplied;

/** The note on the admin pages about money where buyers pay sellers directly: the page does not apply to new orders. */
export function NotApplicableNote({ page }: { page: Page }): ReactElement | null {
  if (useTakesPayments()) return null;
  return (
    <Callout icon={Landmark} kind="wait" className={styles.notApplied}>
      {paymentInstructionMessages.notApplied[page]}
    </Callout>
  );
}
