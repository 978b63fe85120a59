import type { PasswordRule } from './password-rules.ts';

/** What a person reads when a password breaks a rule: the specification's sentences (section 5), to the letter. */
export const passwordMessages = {
  length: 'password should be at least 6 characters',
  uppercase: 'Please provide at least two uppercase',
  special: 'Please add at least one special character',
} as const satisfies Record<PasswordRule, string>;
