import { ApiError } from '@carhouse/contract/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { feeMessages } from '#messages/fees';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatBrand, formatMoney } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { categoriesQuery } from '../listings/manage/own-listing-queries.ts';
import { BeginField, findBeginningFault } from './begin-field.tsx';
import styles from './fees-page.module.css';
import { RuleExample } from './rule-example.tsx';
import {
  amountMaximumDollars,
  emptyRule,
  gstPercentMaximum,
  makeRuleBody,
  percentMaximum,
  type RuleFormValues,
  readDollars,
  readPercent,
} from './rule-form-values.ts';
import { SellerChoice } from './seller-choice.tsx';
import { useAddRule } from './use-add-rule.ts';

const t = feeMessages.form;
type RuleFormMethods = UseFormReturn<RuleFormValues>;

/**
 * The dialog with the form of a new rule. The dialog stays open until the result is known, so that no typed text is
 * lost.
 */
export function AddRule({ onClose }: { onClose: () => void }): ReactElement {
  const form = useForm<RuleFormValues>({ defaultValues: emptyRule, shouldFocusError: false });
  const addRuleMutation = useAddRule({ successText: t.done, close: onClose });
  const formElementRef = useRef<HTMLFormElement>(null);
  const { errors, submitCount } = form.formState;
  // After errors are rendered, the first field with an error gets the focus.
  useEffect(() => {
    if (submitCount > 0 || addRuleMutation.failureCount > 0)
      formElementRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, addRuleMutation.failureCount]);
  const submit = form.handleSubmit((values) => {
    const body = makeRuleBody(values);
    if (body === undefined || addRuleMutation.isPending) return;
    addRuleMutation.mutate(body, { onError: (error) => showFaults(form, error) });
  });
  return (
    <Dialog title={t.title} onClose={onClose} isBusy={addRuleMutation.isPending}>
      <form ref={formElementRef} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={`dialog__body ${styles.body}`}>
          <ScopeFields form={form} />
          <TermFields form={form} />
          <BeginningFields form={form} />
          <RuleExample form={form} />
          <Failure of={errors.root?.message} textAfterError={t.kept} />
        </div>
        <DialogFoot isBusy={addRuleMutation.isPending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button kind="primary" type="submit" isBusy={addRuleMutation.isPending}>
            {t.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function ScopeFields({ form }: { form: RuleFormMethods }): ReactElement {
  const scope = useWatch({ control: form.control, name: 'scope' });
  const { errors } = form.formState;
  return (
    <>
      <div className="field">
        <span className={styles.legend}>{t.scope}</span>
        <Segments
          label={t.scope}
          value={scope}
          options={(['all', 'brand', 'seller'] as const).map((value) => ({ value, label: feeMessages.scopes[value] }))}
          onChoose={(chosenScope) => {
            form.clearErrors(['brand', 'seller']);
            form.setValue('scope', chosenScope);
            form.setValue('seller', '');
          }}
        />
      </div>
      {scope === 'brand' ? <BrandChoice form={form} /> : null}
      {scope === 'seller' ? (
        <SellerField form={form}>
          <SellerChoice
            error={errors.seller?.message}
            onChoose={(id) => {
              form.clearErrors('seller');
              form.setValue('seller', id);
            }}
          />
        </SellerField>
      ) : null}
    </>
  );
}

/** Registers the chosen seller, which has no input of its own, so that the form checks it. */
function SellerField({ form, children }: { form: RuleFormMethods; children: ReactElement }): ReactElement {
  form.register('seller', {
    validate: (seller, { scope }) => scope !== 'seller' || seller !== '' || t.faults.seller,
  });
  return children;
}

function BrandChoice({ form }: { form: RuleFormMethods }): ReactElement {
  const categoriesResult = useQuery(categoriesQuery(useClient()));
  return (
    <Select
      label={t.brand}
      hint={categoriesResult.isError ? t.brandsFailed : undefined}
      error={form.formState.errors.brand?.message}
      {...form.register('brand', {
        validate: (brand, { scope }) => scope !== 'brand' || brand !== '' || t.faults.brand,
      })}
    >
      <option value="">{t.chooseBrand}</option>
      {categoriesResult.data?.map(({ category }) => (
        <option key={category} value={category}>
          {formatBrand(category)}
        </option>
      ))}
    </Select>
  );
}

function TermFields({ form }: { form: RuleFormMethods }): ReactElement {
  const { errors } = form.formState;
  return (
    <>
      <div className="form__row">
        <Field
          label={t.percent}
          suffix="%"
          inputMode="decimal"
          autoComplete="off"
          error={errors.percent?.message}
          {...form.register('percent', { validate: makePercentValidator(percentMaximum) })}
        />
        <Field
          label={t.fixed}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          isOptional
          error={errors.fixed?.message}
          {...form.register('fixed', { validate: validateOptionalAmount })}
        />
      </div>
      <div className="form__row">
        <Field
          label={t.cap}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          isOptional
          hint={t.capHint}
          error={errors.cap?.message}
          {...form.register('cap', { validate: validateOptionalAmount })}
        />
        <Field
          label={t.gst}
          suffix="%"
          inputMode="decimal"
          autoComplete="off"
          hint={t.gstHint}
          error={errors.gst?.message}
          {...form.register('gst', { validate: makePercentValidator(gstPercentMaximum) })}
        />
      </div>
    </>
  );
}

function BeginningFields({ form }: { form: RuleFormMethods }): ReactElement {
  const [begins, day] = useWatch({ control: form.control, name: ['begins', 'day'] });
  form.register('day', { validate: (day, { begins }) => findBeginningFault({ begins, day }, new Date()) ?? true });
  return (
    <BeginField
      label={t.begins}
      value={{ begins, day }}
      error={form.formState.errors.day?.message}
      onChange={(beginning) => {
        form.clearErrors('day');
        form.setValue('begins', beginning.begins);
        form.setValue('day', beginning.day);
      }}
    />
  );
}

function makePercentValidator(largestPercent: number) {
  return (text: string): string | true => {
    if (text.trim() === '') return t.faults.required;
    return readPercent(text, largestPercent) !== undefined || t.faults.percent(largestPercent);
  };
}

function validateOptionalAmount(text: string): string | true {
  return text.trim() === '' || readDollars(text) !== undefined || t.faults.dollars(formatMoney(amountMaximumDollars));
}

/** The form field for each field of the API call. */
const formFieldByPath: Readonly<Record<string, keyof RuleFormValues>> = {
  basisPoints: 'percent',
  fixed: 'fixed',
  cap: 'cap',
  gstBasisPoints: 'gst',
  validFrom: 'day',
  brand: 'brand',
  seller: 'seller',
};

/** Shows why the server refused the rule, at the field that is wrong or above the buttons. */
function showFaults(form: RuleFormMethods, error: Error): void {
  const { scope, begins } = form.getValues();
  const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  const fieldErrors = faults.flatMap(({ path, message }) => {
    const name = formFieldByPath[path];
    return name === undefined ? [] : [{ name, message }];
  });
  for (const { name, message } of fieldErrors) form.setError(name, { message });
  if (fieldErrors.length > 0) return;
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'NOT_FOUND' && scope !== 'all') {
    form.setError(scope, { message: scope === 'brand' ? t.faults.missingBrand : t.faults.missingSeller });
  } else if (code === 'INVALID' && begins === 'day') form.setError('day', { message: error.message });
  else form.setError('root', { message: error.message });
}
