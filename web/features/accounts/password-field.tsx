import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

/** A password with a button that shows it. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'label'>): ReactElement {
  const [shown, setShown] = useState(false);
  return (
    <div className="pw">
      <Field {...props} label="Password" type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button
        className="iconbtn"
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon of={shown ? EyeOff : Eye} />
      </button>
    </div>
  );
}
