import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { sharedMessages } from '#messages/shared';
import { Icon } from './icon.tsx';

type FieldFrameTexts = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
};

type FieldProps = FieldFrameTexts &
  Omit<ComponentProps<'input'>, 'id' | 'prefix'> & {
    readonly prefix?: string;
    readonly suffix?: string;
    /** Usual values to choose from, in a `datalist`; any other value can be typed. */
    readonly suggestions?: readonly string[];
  };

/** A labelled input with its hint and its error, connected for assistive technology. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  prefix,
  suffix,
  suggestions,
  ...input
}: FieldProps): ReactElement {
  const id = useId();
  const control = <input {...input} {...makeAriaAttributes(id, { hint, error })} />;
  const hasAffix = prefix !== undefined || suffix !== undefined;
  return (
    <FieldFrame
      id={id}
      frameTexts={{ label, hint, error, isOptional: isOptional ?? false }}
      readOnly={input.readOnly ?? false}
    >
      {hasAffix ? (
        <div className="affix">
          {prefix === undefined ? null : <span>{prefix}</span>}
          {control}
          {suffix === undefined ? null : <span>{suffix}</span>}
        </div>
      ) : (
        control
      )}
      {suggestions === undefined ? null : (
        <datalist id={input.list}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}

type FrameProps = {
  readonly id: string;
  readonly frameTexts: FieldFrameTexts;
  readonly readOnly?: boolean;
  readonly children: ReactNode;
};

/**
 * A label above a control, and a hint or an error below it. The control gets its attributes from `makeAriaAttributes` with
 * the same id.
 */
export function FieldFrame({ id, frameTexts, readOnly = false, children }: FrameProps): ReactElement {
  const { label, hint, error, isOptional } = frameTexts;
  return (
    <div className={`field ${error === undefined ? '' : 'has-error'} ${readOnly ? 'is-readonly' : ''}`}>
      <label htmlFor={id}>
        {label}
        {isOptional ? <span>{sharedMessages.optional}</span> : null}
      </label>
      {children}
      {hint === undefined ? null : (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error === undefined ? null : <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  );
}

/** Returns the attributes that connect a control to its label, hint and error. */
export function makeAriaAttributes(id: string, { hint, error }: Pick<FieldFrameTexts, 'hint' | 'error'>) {
  const descriptionIds = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`];
  const ids = descriptionIds.filter((text) => text !== '').join(' ');
  return {
    id,
    ...(ids === '' ? {} : { 'aria-describedby': ids }),
    ...(error === undefined ? {} : { 'aria-invalid': true as const }),
  };
}

/** The error message of a field, with its icon. */
export function ErrorText(props: { id?: string; role?: 'alert'; children: ReactNode }): ReactElement {
  return (
    <p className="error" id={props.id} role={props.role}>
      <Icon of={CircleAlert} />
      <span>{props.children}</span>
    </p>
  );
}
