import type { ReactElement } from 'react';

/**
 * The whole of an e-mail address. Where it does not fit on a line, it continues with its host on the next one. A cell of
 * a table shortens an address instead (person-cell.tsx).
 */
export function EmailAddress({ of: email }: { of: string }): ReactElement {
  const atSign = Math.max(email.lastIndexOf('@'), 0);
  return (
    <>
      {email.slice(0, atSign)}
      <wbr />
      {email.slice(atSign)}
    </>
  );
}
