import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { carForm as words } from '#messages/car-form';
import { words as shared } from '#messages/shared-words';
import { useClient } from '../../../app/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldFrame, wiring } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { CarFormValues } from './car-form-values.ts';
import { useComparableHint } from './comparable-hint.tsx';
import { isPrice, isWholeNumber, priceText } from './number-text.ts';
import { categoriesQuery } from './product-queries.ts';

export type CarForm = UseFormReturn<CarFormValues>;

/** Title, category, location and description. */
export function CarBasics({ form }: { form: CarForm }): ReactElement {
  const { errors } = form.formState;
  return (
    <fieldset>
      <legend>{words.theCar}</legend>
      <Field
        label={words.title}
        placeholder={words.titleHint}
        autoComplete="off"
        maxLength={120}
        error={errors.title?.message}
        {...form.register('title', { validate: (text) => text.trim() !== '' || texts.validation.titleRequired })}
      />
      <div className="form__row">
        <CategorySelect form={form} />
        <Field
          label={words.location}
          autoComplete="off"
          maxLength={120}
          error={errors.location?.message}
          {...form.register('location', { validate: filled })}
        />
      </div>
      <Description form={form} />
    </fieldset>
  );
}

type CarPricesProps = {
  readonly form: CarForm;
  readonly originalOptional: boolean;
  /** The car that is edited. */
  readonly carId: string | undefined;
};

/** Both prices, years of use and year of purchase. */
export function CarPrices({ form, originalOptional, carId }: CarPricesProps): ReactElement {
  const { errors } = form.formState;
  const comparable = useComparableHint(form, carId);
  return (
    <fieldset>
      <legend>{words.priceAndAge}</legend>
      <div className="form__row">
        <PriceField
          form={form}
          name="resalePrice"
          label={words.resalePrice}
          error={errors.resalePrice?.message}
          hint={comparable}
        />
        <PriceField
          form={form}
          name="originalPrice"
          label={words.originalPrice}
          error={errors.originalPrice?.message}
          optional={originalOptional}
        />
      </div>
      <div className="form__row">
        <Field
          label={words.yearsOfUse}
          inputMode="numeric"
          autoComplete="off"
          error={errors.yearsOfUse?.message}
          {...form.register('yearsOfUse', { validate: wholeFrom(0, 100) })}
        />
        <Field
          label={words.yearOfPurchase}
          inputMode="numeric"
          autoComplete="off"
          error={errors.yearOfPurchase?.message}
          {...form.register('yearOfPurchase', { validate: wholeFrom(1900, new Date().getFullYear()) })}
        />
      </div>
    </fieldset>
  );
}

function CategorySelect({ form }: { form: CarForm }): ReactElement {
  const categories = useQuery(categoriesQuery(useClient()));
  const failed = categories.isError ? (
    <span className="add__retry">
      {words.categoriesFailed}
      <Button busy={categories.isFetching} onClick={() => void categories.refetch()}>
        {shared.tryAgain}
      </Button>
    </span>
  ) : undefined;
  return (
    <Select
      label={words.category}
      error={form.formState.errors.category?.message}
      hint={failed}
      {...form.register('category', { validate: (chosen) => chosen !== '' || words.chooseOne })}
    >
      <option value="">{words.chooseCategory}</option>
      {categories.data?.map(({ category, name, listable }) => (
        // As the specification writes them: Mercedes_Benz.
        <option key={category} value={category} disabled={!listable}>
          {listable ? category : words.soon(name)}
        </option>
      ))}
    </Select>
  );
}

function Description({ form }: { form: CarForm }): ReactElement {
  const id = useId();
  const error = form.formState.errors.description?.message;
  return (
    <FieldFrame id={id} around={{ label: words.description, error }}>
      <textarea
        {...form.register('description', { validate: filled })}
        {...wiring(id, { error })}
        rows={4}
        maxLength={5000}
      />
    </FieldFrame>
  );
}

type PriceFieldProps = {
  readonly form: CarForm;
  readonly name: FieldPath<CarFormValues>;
  readonly label: string;
  readonly error: string | undefined;
  readonly optional?: boolean;
  readonly hint?: ReactNode;
};

/** An amount of dollars; its digits are grouped when the field is left. */
export function PriceField({ form, name, label, error, optional = false, hint }: PriceFieldProps): ReactElement {
  const field = form.register(name, {
    validate: (text) => {
      const typed = typeof text === 'string' ? text.trim() : '';
      if (typed === '') return optional || words.required;
      return isPrice(typed) || words.notPrice;
    },
  });
  return (
    <Field
      label={label}
      prefix={words.dollar}
      inputMode="decimal"
      autoComplete="off"
      optional={optional}
      error={error}
      hint={hint}
      {...field}
      onBlur={(event) => {
        form.setValue(name, priceText(event.currentTarget.value));
        void field.onBlur(event);
      }}
    />
  );
}

function filled(text: string): string | true {
  return text.trim() !== '' || words.required;
}

function wholeFrom(least: number, most: number) {
  return (text: string): string | true => {
    if (text.trim() === '') return words.required;
    return isWholeNumber(text, least, most) || words.notWhole(least, most);
  };
}
