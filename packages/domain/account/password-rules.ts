/** The password rules of the specification (section 5), in the order in which they are checked. */
export const passwordRules = ['length', 'uppercase', 'special'] as const;
export type PasswordRule = (typeof passwordRules)[number];

export const passwordLengthMinimum = 6;
/**
 * Maximum length of a password. Longer passwords cost hashing time without benefit; 128 characters are enough for any
 * passphrase (ASVS 5, 6.2.9 requires at least 64).
 */
export const passwordLengthMaximum = 128;
export const specialCharacters = '!@#$&*';

const ruleChecks: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => [...password].length >= passwordLengthMinimum,
  uppercase: (password) => (password.match(/[A-Z]/g) ?? []).length >= 2,
  special: (password) => /[!@#$&*]/.test(password),
};

/** Returns the first rule that the password breaks; undefined when it satisfies all three. */
export function findBrokenPasswordRule(password: string): PasswordRule | undefined {
  return passwordRules.find((rule) => !ruleChecks[rule](password));
}

/**
 * Returns all three rules, each with `isSatisfied`: whether the password satisfies the rule. The sign-up form shows the
 * rules while the user types.
 */
export function checkPasswordRules(password: string): readonly { rule: PasswordRule; isSatisfied: boolean }[] {
  return passwordRules.map((rule) => ({ rule, isSatisfied: ruleChecks[rule](password) }));
}
