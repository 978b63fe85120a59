import type { SignUpRole } from '@carhouse/domain/account/account';
import type { UseFormReturn } from 'react-hook-form';

/** The fields of the sign-up form. `role` is null until the user chooses one. */
export type SignupFields = {
  name: string;
  email: string;
  password: string;
  photoURL: string;
  role: SignUpRole | null;
};

export type SignupFormMethods = UseFormReturn<SignupFields>;
