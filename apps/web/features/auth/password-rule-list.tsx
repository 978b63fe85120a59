import { checkPasswordRules, type PasswordRule, specialCharacters } from '@carhouse/domain/account/password-rules';
import { Check, Minus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { Icon } from '../../ui/icon.tsx';

const textsByRule: Record<PasswordRule, string> = {
  length: accountMessages.rules.length,
  uppercase: accountMessages.rules.uppercase,
  special: accountMessages.rules.special(specialCharacters.split('').join(' ')),
};

type Props<Facts extends { password: string }> = { control: Control<Facts>; hasFailed: boolean };

/**
 * The list of the three password rules, which are ticked off while the user types. When `hasFailed` is true, because the
 * password was refused, the first broken rule is shown as an error.
 */
export function PasswordRuleList<Facts extends { password: string }>({
  control,
  hasFailed,
}: Props<Facts>): ReactElement {
  const { password } = useWatch({ control }) as { password?: string };
  const ruleStates = checkPasswordRules(password ?? '');
  const firstBrokenRule = ruleStates.find(({ isSatisfied }) => !isSatisfied)?.rule;
  return (
    <ul className="rules" aria-label={accountMessages.rules.label}>
      {ruleStates.map(({ rule, isSatisfied }) => {
        const isBroken = hasFailed && rule === firstBrokenRule;
        return (
          <li key={rule} className={isSatisfied ? 'is-kept' : isBroken ? 'is-broken' : undefined}>
            <Icon of={isSatisfied ? Check : isBroken ? X : Minus} />
            {textsByRule[rule]}
            <span className="visually-hidden">
              {isSatisfied ? accountMessages.rules.kept : accountMessages.rules.broken}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
