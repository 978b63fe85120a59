import type { ReactElement } from 'react';

/**
 * Shows a whole e-mail address. An address that does not fit on a line is broken before its host. A cell of a table
 * shortens an address instead (person-cell.tsx).
 */
export function EmailAddress({ email }: { email: string }): ReactElement {
  const atSignIndex = Math.max(email.lastIndexOf('@'), 0);
  return (
    <>
      {email.slice(0, atSignIndex)}
      <wbr />
      {email.slice(atSignIndex)}
    </>
  );
}
