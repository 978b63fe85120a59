import { passwordMessages } from '@carhouse/domain/account/password-messages';
import { findBrokenPasswordRule } from '@carhouse/domain/account/password-rules';
import type { ReactElement } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { accountMessages } from '#messages/accounts';
import { PasswordField } from './password-field.tsx';
import { PasswordRuleList } from './password-rule-list.tsx';

type Props<Facts extends { password: string }> = {
  readonly form: UseFormReturn<Facts>;
  /** The label; "New password" by default. */
  readonly label?: string;
  readonly hint?: string;
  /**
   * The message for an empty field. By default, an empty field shows the message of the first password rule that an
   * empty password breaks.
   */
  readonly requiredText?: string;
};

/** The `password` field of a form that sets a new password, with the password rules. */
export function NewPasswordField<Facts extends { password: string }>({
  form,
  label = accountMessages.fields.newPassword,
  hint,
  requiredText = '',
}: Props<Facts>): ReactElement {
  const { control, register } = form as unknown as UseFormReturn<{ password: string }>;
  const { errors } = useFormState({ control, name: 'password' });
  return (
    <div className="password-rules">
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={hint}
        error={errors.password?.message}
        {...register('password', { required: requiredText, validate: validatePasswordRules })}
      />
      <PasswordRuleList control={control} hasFailed={errors.password !== undefined} />
    </div>
  );
}

/**
 * Returns the message of the first broken rule, in the words and the order of the specification (section 5); true when
 * no rule is broken.
 */
function validatePasswordRules(password: string): string | true {
  const rule = findBrokenPasswordRule(password);
  return rule === undefined ? true : passwordMessages[rule];
}
