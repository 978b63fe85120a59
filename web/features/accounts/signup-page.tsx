import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { originPath } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SignupForm } from './signup-form.tsx';

/** Signup (specification, sections 2, 4 and 5). `from` is where the visitor wanted to go before login. */
export function SignupPage({ from }: { from: string | undefined }): ReactElement {
  const origin = originPath(from);
  return (
    <AuthFrame line="Sell to people who have seen the numbers.">
      <h1>Signup</h1>
      <p>Buy or sell. You can do one with each email.</p>
      <SignupForm />
      <p className="auth__alt">
        Already have an account?{' '}
        <Link to="/login" search={origin === '/' ? {} : { from: origin }}>
          Login
        </Link>
      </p>
    </AuthFrame>
  );
}
