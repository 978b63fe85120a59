import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { accountMessages } from '#messages/accounts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './password-field.module.css';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'label'> & { readonly label?: string };

/** A password field with a button that shows the password. */
export function PasswordField({ label = accountMessages.fields.password, ...props }: Props): ReactElement {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <Field {...props} label={label} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button
        className="iconbtn"
        type="button"
        aria-label={accountMessages.fields.showPassword}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon of={isShown ? EyeOff : Eye} />
      </button>
    </div>
  );
}
