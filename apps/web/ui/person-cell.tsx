import type { ReactElement, ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { VerifiedBadge } from './badge.tsx';
import styles from './person-cell.module.css';

type Person = {
  readonly name: string;
  /** The e-mail address of the user; '' when the account is deleted. */
  readonly email: string;
  readonly image?: string;
  readonly isVerified?: boolean;
  /** Whether the e-mail address is a link that opens the mail program. */
  readonly isMailLink?: boolean;
  /** Content beside the name. */
  readonly children?: ReactNode;
};

/** A table cell with a user's image, name and e-mail address. Long names and addresses are shortened and never wrap. */
export function PersonCell({ name, email, image, isVerified, isMailLink, children }: Person): ReactElement {
  return (
    <span className={styles.person}>
      <Avatar name={name} {...(image === undefined ? {} : { image })} />
      <span className={styles.lines}>
        <b>
          <span className={styles.name}>{name}</span>
          {isVerified === true ? <VerifiedBadge /> : null}
          {children}
        </b>
        {email === '' ? null : isMailLink === true ? (
          // The label is the whole address, because screen readers would read the two parts of the link's text with a
          // space between them.
          <a className={styles.write} href={`mailto:${email}`} aria-label={email}>
            <Address email={email} />
          </a>
        ) : (
          <Address email={email} />
        )}
      </span>
    </span>
  );
}

/**
 * An e-mail address on one line: the part before the host is shortened when space is missing, and the host is never
 * shortened.
 */
export function Address({ email }: { email: string }): ReactElement {
  const atSignIndex = email.lastIndexOf('@');
  return (
    <span className={styles.address} title={email}>
      <span>{email.slice(0, Math.max(atSignIndex, 0))}</span>
      <span>{email.slice(Math.max(atSignIndex, 0))}</span>
    </span>
  );
}
