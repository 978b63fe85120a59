import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { accountMessages } from '#messages/accounts';
import { findReturnPath } from '../../app/paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-page.module.css';
import { SignupForm } from './signup-form.tsx';

/**
 * The page Signup (specification, sections 2, 4 and 5). `from` is the path that the visitor wanted to open before they
 * were sent to the login.
 */
export function SignupPage({ from }: { from: string | undefined }): ReactElement {
  const origin = findReturnPath(from);
  return (
    <AuthFrame imageText={accountMessages.lines.sell}>
      <h1>{accountMessages.signup.title}</h1>
      <p>{accountMessages.signup.lead}</p>
      <SignupForm origin={origin} />
      <p className={styles.authAlt}>
        {accountMessages.signup.haveAccount}{' '}
        <Link to="/login" search={origin === '/' ? {} : { from: origin }}>
          {accountMessages.signup.login}
        </Link>
      </p>
    </AuthFrame>
  );
}
