import { fuels, transmissions } from '@carhouse/domain/listing/listing';
import { ChevronDown } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { carFormMessages } from '#messages/car-form';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { type CarForm, PriceField } from './car-fields.tsx';
import type { FactName } from './car-form-values.ts';
import { isWholeNumber } from './number-text.ts';

const t = carFormMessages.facts;
const coeCategories = ['A', 'B', 'C', 'D', 'E'] as const;

type FactsProps = { readonly form: CarForm; readonly open: boolean; readonly onToggle: (open: boolean) => void };

/** Everything else that is known of a car, in a part that opens; none of it is needed. */
export function CarFacts({ form, open, onToggle }: FactsProps): ReactElement {
  const typed = useWatch({ control: form.control, name: 'facts' });
  const known = Object.values(typed).filter((text) => text.trim() !== '').length;
  // Some twenty fields: rendered when a user opens them, and kept from then on.
  const [wanted, setWanted] = useState(known > 0);
  if (open && !wanted) setWanted(true);
  return (
    <details className="facts-more" open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <span>
          <b>{t.heading}</b>
          <span className="hint">{t.lead}</span>
        </span>
        {known === 0 ? null : <span className="num hint">{t.known(known)}</span>}
        <Icon of={ChevronDown} />
      </summary>
      {wanted ? <Fields form={form} /> : null}
    </details>
  );
}

function Fields({ form }: { form: CarForm }): ReactElement {
  return (
    <div className="facts-more__fields">
      <div className="form__row">
        <TextFact form={form} name="variant" most={120} hint={t.variantHint} />
        <TextFact form={form} name="body" most={40} hint={t.bodyHint} />
      </div>
      <div className="form__row">
        <TextFact form={form} name="colour" most={40} hint={t.colourHint} />
        <NumberFact form={form} name="mileageKm" least={0} most={9_999_999} />
      </div>
      <div className="form__row">
        <ChoiceFact form={form} name="transmission" choices={transmissions.map((one) => [one, t.transmissions[one]])} />
        <ChoiceFact form={form} name="fuel" choices={fuels.map((one) => [one, t.fuels[one]])} />
      </div>
      <div className="form__row">
        <NumberFact form={form} name="engineCc" least={1} most={100_000} />
        <NumberFact form={form} name="powerKw" least={1} most={5_000} />
      </div>
      <div className="form__row">
        <NumberFact form={form} name="doors" least={0} most={20} />
        <NumberFact form={form} name="seats" least={1} most={100} />
      </div>
      <div className="form__row">
        <NumberFact form={form} name="owners" least={0} most={100} />
        <NumberFact form={form} name="curbWeightKg" least={1} most={200_000} />
      </div>
      <div className="form__row">
        <NumberFact form={form} name="manufacturedYear" least={1900} most={2200} />
        <DayFact form={form} name="registeredOn" />
      </div>
      <div className="form__row">
        <ChoiceFact form={form} name="coeCategory" choices={coeCategories.map((one) => [one, t.categories[one]])} />
        <AmountFact form={form} name="coePremium" />
      </div>
      <div className="form__row">
        <DayFact form={form} name="coeObtainedOn" />
        <DayFact form={form} name="coeExpiresOn" />
      </div>
      <div className="form__row">
        <ChoiceFact
          form={form}
          name="coeRenewed"
          choices={[
            ['yes', t.yes],
            ['no', t.no],
          ]}
        />
        <AmountFact form={form} name="omv" />
      </div>
      <AmountFact form={form} name="arfPaid" />
    </div>
  );
}

type FactProps = { readonly form: CarForm; readonly name: FactName };

function TextFact({ form, name, most, hint }: FactProps & { most: number; hint: string }): ReactElement {
  return (
    <Field
      label={t[name]}
      placeholder={hint}
      autoComplete="off"
      maxLength={most}
      error={form.formState.errors.facts?.[name]?.message}
      {...form.register(`facts.${name}`)}
    />
  );
}

function NumberFact({ form, name, least, most }: FactProps & { least: number; most: number }): ReactElement {
  const units: Partial<Record<FactName, string>> = t.units;
  const unit = units[name];
  return (
    <Field
      label={t[name]}
      inputMode="numeric"
      autoComplete="off"
      {...(unit === undefined ? {} : { suffix: unit })}
      error={form.formState.errors.facts?.[name]?.message}
      {...form.register(`facts.${name}`, {
        validate: (text) =>
          text.trim() === '' || isWholeNumber(text, least, most) || carFormMessages.notWhole(least, most),
      })}
    />
  );
}

function AmountFact({ form, name }: FactProps): ReactElement {
  const error = form.formState.errors.facts?.[name]?.message;
  return <PriceField form={form} name={`facts.${name}`} label={t[name]} error={error} optional />;
}

function DayFact({ form, name }: FactProps): ReactElement {
  return (
    <Field
      label={t[name]}
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
    <Select label={t[name]} error={form.formState.errors.facts?.[name]?.message} {...form.register(`facts.${name}`)}>
      <option value="">{t.unknown}</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
