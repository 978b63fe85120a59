import { texts } from '@carhouse/contract/texts';
import { sessionMessages } from '#messages/page-titles';
import { signOut } from './identity.ts';
import type { Leave } from './session.ts';
import { toastError } from './toasts.tsx';

/** Signs out, says so in the style of an error (specification, section 8) and goes to `/login`. */
export async function signOutToLogin(leave: Leave): Promise<void> {
  if (!(await signOut())) {
    toastError(sessionMessages.signOutFailed);
    return;
  }
  await leave('/login');
  toastError(texts.toasts.signedOut);
}
