import { describe, expect, it } from 'vitest';
import { passwordMessages } from './password-messages.ts';
import { checkPasswordRules, findBrokenPasswordRule, specialCharacters } from './password-rules.ts';

describe('a password', () => {
  it.each([
    ['', 'length'],
    ['AB!', 'length'],
    ['AB!xy', 'length'],
    ['abcdef', 'uppercase'],
    ['Abcdef!', 'uppercase'],
    ['ABcdef', 'special'],
    ['ABcdef?%^()', 'special'],
    // A password that breaks several rules gets only one message: that of the first broken rule in the order of the
    // specification.
    ['a', 'length'],
    ['ÄÖcdef!', 'uppercase'],
    ['🚗🚗🚗🚗🚗', 'length'],
  ])('%j breaks the rule of %s', (password, rule) => {
    expect(findBrokenPasswordRule(password)).toBe(rule);
  });

  it.each(['ABcde!', 'CarHouse!2026', '!AxB12', '  AB ! ', '🚗🚗🚗AB!', `AB!${'x'.repeat(125)}`])(
    '%j keeps the rules',
    (password) => {
      expect(findBrokenPasswordRule(password)).toBeUndefined();
    },
  );

  it('has six special characters to choose from', () => {
    expect(specialCharacters).toBe('!@#$&*');
    for (const each of specialCharacters) expect(findBrokenPasswordRule(`ABcde${each}`)).toBeUndefined();
  });

  it('shows every rule while one types', () => {
    expect(checkPasswordRules('AB')).toEqual([
      { rule: 'length', isSatisfied: false },
      { rule: 'uppercase', isSatisfied: true },
      { rule: 'special', isSatisfied: false },
    ]);
  });

  it('is answered in the words of the specification', () => {
    expect(passwordMessages).toEqual({
      length: 'password should be at least 6 characters',
      uppercase: 'Please provide at least two uppercase',
      special: 'Please add at least one special character',
    });
  });
});
