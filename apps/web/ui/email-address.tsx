import type { ReactElement } from 'react';
import styles from './email-address.module.css';

/** An e-mail address on one line: the part before the host is shortened, the host never is. */
export function EmailAddress({ of: email }: { of: string }): ReactElement {
  const atSign = email.lastIndexOf('@');
  return (
    <span className={styles.address} title={email}>
      <span>{email.slice(0, Math.max(atSign, 0))}</span>
      <span>{email.slice(Math.max(atSign, 0))}</span>
    </span>
  );
}

/** An e-mail address as a link that opens the mail program. */
export function MailLink({ email }: { email: string }): ReactElement {
  // The label is the whole address: the link's text would be read with a space between its two parts.
  return (
    <a className={styles.write} href={`mailto:${email}`} aria-label={email}>
      <EmailAddress of={email} />
    </a>
  );
}
