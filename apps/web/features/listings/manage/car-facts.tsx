import { type CarFact, carFacts, type FactName, formOrder } from '@carhouse/domain/car/car-facts';
import { ChevronDown } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { carFactLabels } from '#messages/car-facts';
import { carFormMessages } from '#messages/car-form';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { type CarFormMethods, PriceField } from './car-fields.tsx';
import styles from './car-form.module.css';
import { isWholeNumber } from './number-text.ts';

const t = carFormMessages.facts;

type FactsProps = {
  readonly form: CarFormMethods;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

/** The fields for all optional facts of the car, in a section that can be opened. */
export function CarFacts({ form, isOpen, onToggle }: FactsProps): ReactElement {
  const typedFacts = useWatch({ control: form.control, name: 'facts' });
  const givenFactCount = Object.values(typedFacts).filter((text) => text.trim() !== '').length;
  // The fields, about twenty, are rendered only after the user has opened the section.
  const [areFieldsRendered, setFieldsRendered] = useState(givenFactCount > 0);
  if (isOpen && !areFieldsRendered) setFieldsRendered(true);
  return (
    <details className={styles.factsMore} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <span>
          <b>{t.heading}</b>
          <span className="hint">{t.lead}</span>
        </span>
        {givenFactCount === 0 ? null : <span className="num hint">{t.known(givenFactCount)}</span>}
        <Icon of={ChevronDown} />
      </summary>
      {areFieldsRendered ? <FactFields form={form} /> : null}
    </details>
  );
}

function FactFields({ form }: { form: CarFormMethods }): ReactElement {
  return (
    <div className={styles.factsMoreFields}>
      {formRows.map((row) => (
        <div key={row[0]} className="form__row">
          {row.map((name) => (
            <FactField key={name} form={form} name={name} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The facts in rows of two. */
const formRows = formOrder.flatMap((_, index) => (index % 2 === 0 ? [formOrder.slice(index, index + 2)] : []));

type FactProps = { readonly form: CarFormMethods; readonly name: FactName };

/** The form field of a fact, by the kind of the fact. */
function FactField({ form, name }: FactProps): ReactElement {
  const fact: CarFact = carFacts[name];
  if (fact.kind === 'text') return <TextFact form={form} name={name} lengthMaximum={fact.maximum} />;
  if (fact.kind === 'whole number') {
    return <NumberFact form={form} name={name} minimum={fact.minimum} maximum={fact.maximum} unit={fact.unit} />;
  }
  if (fact.kind === 'day') return <DayFact form={form} name={name} />;
  if (fact.kind === 'money') return <AmountFact form={form} name={name} />;
  return (
    <ChoiceFact
      form={form}
      name={name}
      choices={fact.kind === 'choice' ? makeChoices(name, fact.values) : yesNoChoices}
    />
  );
}

const yesNoChoices: Choices = [
  ['yes', t.yes],
  ['no', t.no],
];

function makeChoices(name: FactName, values: readonly string[]): Choices {
  const choicesByFact: Partial<Record<FactName, Readonly<Record<string, string>>>> = t.choices;
  return values.map((value) => [value, choicesByFact[name]?.[value] ?? value]);
}

function TextFact({ form, name, lengthMaximum }: FactProps & { lengthMaximum: number }): ReactElement {
  const placeholdersByFact: Partial<Record<FactName, string>> = t.hints;
  const usualValuesByFact: Partial<Record<FactName, readonly string[]>> = t.usual;
  const listId = useId();
  const values = usualValuesByFact[name];
  return (
    <Field
      {...(values === undefined ? {} : { list: listId, suggestions: values })}
      label={carFactLabels.form[name]}
      placeholder={placeholdersByFact[name]}
      autoComplete="off"
      maxLength={lengthMaximum}
      error={form.formState.errors.facts?.[name]?.message}
      {...form.register(`facts.${name}`)}
    />
  );
}

type NumberProps = FactProps & { minimum: number; maximum: number; unit: string | undefined };

function NumberFact({ form, name, minimum, maximum, unit }: NumberProps): ReactElement {
  return (
    <Field
      label={carFactLabels.form[name]}
      inputMode="numeric"
      autoComplete="off"
      {...(unit === undefined ? {} : { suffix: unit })}
      error={form.formState.errors.facts?.[name]?.message}
      {...form.register(`facts.${name}`, {
        validate: (text) =>
          text.trim() === '' || isWholeNumber(text, minimum, maximum) || carFormMessages.notWhole(minimum, maximum),
      })}
    />
  );
}

function AmountFact({ form, name }: FactProps): ReactElement {
  const error = form.formState.errors.facts?.[name]?.message;
  return <PriceField form={form} name={`facts.${name}`} label={carFactLabels.form[name]} error={error} isOptional />;
}

function DayFact({ form, name }: FactProps): ReactElement {
  return (
    <Field
      label={carFactLabels.form[name]}
      type="date"
      autoComplete="off"
      error={form.formState.errors.facts?.[name]?.message}
      {...form.register(`facts.${name}`, {
        validate: (text) => text === '' || /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) || t.notDay,
      })}
    />
  );
}

type Choices = readonly (readonly [string, string])[];

function ChoiceFact({ form, name, choices }: FactProps & { choices: Choices }): ReactElement {
  return (
    <Select
      label={carFactLabels.form[name]}
      error={form.formState.errors.facts?.[name]?.message}
      {...form.register(`facts.${name}`)}
    >
      <option value="">{t.unknown}</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
