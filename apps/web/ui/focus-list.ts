import { flushSync } from 'react-dom';

/**
 * Closes a dialog and moves the focus to the list that it belongs to, because the row with the button that opened the
 * dialog is about to be removed. While the modal dialog is open, no element behind it can get the focus, so the dialog is
 * closed first.
 * @param listId the id of the list's frame.
 */
export function closeAndFocusList(closeDialog: () => void, listId: string): void {
  flushSync(closeDialog);
  document.getElementById(listId)?.focus({ preventScroll: true });
}
