import type { PasswordRule } from './password-rules.ts';

/** The messages for broken password rules: the specification's sentences (section 5), to the letter. */
export const passwordMessages = {
  length: 'password should be at least 6 characters',
  uppercase: 'Please provide at least two uppercase',
  special: 'Please add at least one special character',
} as const satisfies Record<PasswordRule, string>;
