import type { PasswordRule } from './password-rules.ts';

/** The message for each broken password rule, in the exact words of the specification (section 5). */
export const passwordMessages = {
  length: 'password should be at least 6 characters',
  uppercase: 'Please provide at least two uppercase',
  special: 'Please add at least one special character',
} as const satisfies Record<PasswordRule, string>;
