import { validationTexts } from '@carhouse/contract/validation-texts';
import { makeKey } from '@carhouse/domain/brand/brand-spellings';
import { findOtherMake } from '@carhouse/domain/brand/known-models';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId } from 'react';
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import { carFormMessages } from '#messages/car-form';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../../app/api.ts';
import { useTakesPayments } from '../../../app/business-mode.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldFrame, makeAriaAttributes } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from './car-form.module.css';
import type { CarFormValues } from './car-form-values.ts';
import { useComparableHint } from './comparable-hint.tsx';
import { FeeQuote } from './fee-quote.tsx';
import { groupDigits, isPrice, isWholeNumber } from './number-text.ts';
import { categoriesQuery } from './own-listing-queries.ts';

export type CarFormMethods = UseFormReturn<CarFormValues>;

/** The fields for title, category, location and description. */
export function CarBasics({ form }: { form: CarFormMethods }): ReactElement {
  const { errors } = form.formState;
  return (
    <fieldset>
      <legend>{carFormMessages.theCar}</legend>
      <Field
        label={carFormMessages.title}
        placeholder={carFormMessages.titleHint}
        autoComplete="off"
        maxLength={120}
        error={errors.title?.message}
        {...form.register('title', { validate: (text) => text.trim() !== '' || validationTexts.titleRequired })}
      />
      <div className="form__row">
        <CategorySelect form={form} />
        <Field
          label={carFormMessages.location}
          autoComplete="off"
          maxLength={120}
          error={errors.location?.message}
          {...form.register('location', { validate: validateText })}
        />
      </div>
      <DescriptionField form={form} />
    </fieldset>
  );
}

type CarPricesProps = {
  readonly form: CarFormMethods;
  readonly isOriginalPriceOptional: boolean;
  /** The id of the car that is edited; undefined for a new car. */
  readonly carId: string | undefined;
};

/** The fields for resale price, original price, years of use and year of purchase. */
export function CarPrices({ form, isOriginalPriceOptional, carId }: CarPricesProps): ReactElement {
  const { errors } = form.formState;
  const comparableHint = useComparableHint(form, carId);
  const takesPayments = useTakesPayments();
  return (
    <fieldset>
      <legend>{carFormMessages.priceAndAge}</legend>
      <div className="form__row">
        <PriceField
          form={form}
          name="resalePrice"
          label={carFormMessages.resalePrice}
          error={errors.resalePrice?.message}
          hint={comparableHint}
        />
        {takesPayments ? <FeeQuote form={form} /> : null}
        <PriceField
          form={form}
          name="originalPrice"
          label={carFormMessages.originalPrice}
          error={errors.originalPrice?.message}
          isOptional={isOriginalPriceOptional}
        />
      </div>
      <div className="form__row">
        <Field
          label={carFormMessages.yearsOfUse}
          inputMode="numeric"
          autoComplete="off"
          error={errors.yearsOfUse?.message}
          {...form.register('yearsOfUse', { validate: makeWholeNumberValidator(0, 100) })}
        />
        <Field
          label={carFormMessages.yearOfPurchase}
          inputMode="numeric"
          autoComplete="off"
          error={errors.yearOfPurchase?.message}
          {...form.register('yearOfPurchase', { validate: makeWholeNumberValidator(1900, new Date().getFullYear()) })}
        />
      </div>
    </fieldset>
  );
}

function CategorySelect({ form }: { form: CarFormMethods }): ReactElement {
  const categories = useQuery(categoriesQuery(useClient()));
  const [title, chosenMake] = useWatch({ control: form.control, name: ['title', 'category'] });
  const otherMakeInTitle = chosenMake === '' ? undefined : findOtherMake(title, chosenMake);
  const loadFailureHint = categories.isError ? (
    <span className={styles.addRetry}>
      {carFormMessages.categoriesFailed}
      <Button isBusy={categories.isFetching} onClick={() => void categories.refetch()}>
        {sharedMessages.tryAgain}
      </Button>
    </span>
  ) : undefined;
  return (
    <Select
      label={carFormMessages.category}
      error={form.formState.errors.category?.message}
      hint={
        loadFailureHint ??
        (otherMakeInTitle === undefined ? undefined : (
          <OtherMakeHint form={form} make={otherMakeInTitle} categories={categories.data ?? []} />
        ))
      }
      {...form.register('category', {
        validate: (chosenCategory) => chosenCategory !== '' || carFormMessages.chooseOne,
      })}
    >
      <option value="">{carFormMessages.chooseCategory}</option>
      {categories.data?.map(({ category, name, listable }) => (
        // The text of an option is the category as the specification writes it, such as Mercedes_Benz.
        <option key={category} value={category} disabled={!listable}>
          {listable ? category : carFormMessages.soon(name)}
        </option>
      ))}
    </Select>
  );
}

type OtherMakeProps = {
  readonly form: CarFormMethods;
  readonly make: string;
  readonly categories: readonly { readonly category: string; readonly listable: boolean }[];
};

/**
 * A hint that the title names a model of another make, with a button that chooses that make. The form never refuses the
 * chosen make.
 */
function OtherMakeHint({ form, make, categories }: OtherMakeProps): ReactElement {
  const matchingCategory = categories.find(({ category }) => makeKey(category) === makeKey(make));
  return (
    <span className={styles.addRetry} role="status">
      {carFormMessages.otherMake(form.getValues('title').trim(), make)}
      {matchingCategory?.listable === true ? (
        <Button
          onClick={() =>
            form.setValue('category', matchingCategory.category, { shouldDirty: true, shouldValidate: true })
          }
        >
          {carFormMessages.chooseMake(matchingCategory.category)}
        </Button>
      ) : null}
    </span>
  );
}

function DescriptionField({ form }: { form: CarFormMethods }): ReactElement {
  const id = useId();
  const error = form.formState.errors.description?.message;
  return (
    <FieldFrame id={id} frameTexts={{ label: carFormMessages.description, error }}>
      <textarea
        {...form.register('description', { validate: validateText })}
        {...makeAriaAttributes(id, { error })}
        rows={4}
        maxLength={5000}
      />
    </FieldFrame>
  );
}

type PriceFieldProps = {
  readonly form: CarFormMethods;
  readonly name: FieldPath<CarFormValues>;
  readonly label: string;
  readonly error: string | undefined;
  readonly isOptional?: boolean;
  readonly hint?: ReactNode;
};

/** A field for an amount in dollars; its digits are grouped when the field loses the focus. */
export function PriceField({ form, name, label, error, isOptional = false, hint }: PriceFieldProps): ReactElement {
  const field = form.register(name, {
    validate: (text) => {
      const typedText = typeof text === 'string' ? text.trim() : '';
      if (typedText === '') return isOptional || carFormMessages.required;
      return isPrice(typedText) || carFormMessages.notPrice;
    },
  });
  return (
    <Field
      label={label}
      prefix={carFormMessages.dollar}
      inputMode="decimal"
      autoComplete="off"
      isOptional={isOptional}
      error={error}
      hint={hint}
      {...field}
      onBlur={(event) => {
        form.setValue(name, groupDigits(event.currentTarget.value));
        void field.onBlur(event);
      }}
    />
  );
}

function validateText(text: string): string | true {
  return text.trim() !== '' || carFormMessages.required;
}

function makeWholeNumberValidator(minimum: number, maximum: number) {
  return (text: string): string | true => {
    if (text.trim() === '') return carFormMessages.required;
    return isWholeNumber(text, minimum, maximum) || carFormMessages.notWhole(minimum, maximum);
  };
}
