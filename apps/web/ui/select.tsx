import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { FieldFrame, makeAriaAttributes } from './field.tsx';
import { Icon } from './icon.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'id'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Whether the label is only for assistive technology, because the options are clear without it. */
  readonly isLabelHidden?: boolean;
};

/** A native select box with its label, hint and error. */
export function Select({ label, hint, error, isLabelHidden = false, children, ...select }: SelectProps): ReactElement {
  const id = useId();
  const control = (
    <div className="select">
      <select
        {...select}
        {...(isLabelHidden ? { 'aria-label': label } : {})}
        {...makeAriaAttributes(id, { hint, error })}
      >
        {children}
      </select>
      <Icon of={ChevronDown} />
    </div>
  );
  if (isLabelHidden) return <div className="field">{control}</div>;
  return (
    <FieldFrame id={id} frameTexts={{ label, hint, error }}>
      {control}
    </FieldFrame>
  );
}
