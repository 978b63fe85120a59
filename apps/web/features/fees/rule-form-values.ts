import type { CallArguments } from '@carhouse/contract/call';
import type { addFeeRule } from '@carhouse/contract/fees';
import {
  type FeeTerms,
  feeAmountMaximum,
  feeBasisPointsMaximum,
  gstBasisPointsMaximum,
} from '@carhouse/domain/fee/fee-rule';
import { centsFromDollars } from '@carhouse/domain/money/money';
import { findPeriodBounds } from '@carhouse/domain/text/singapore-day';

export type RuleScope = 'all' | 'brand' | 'seller';
/** When a rule begins: at once, or at midnight of a day in Singapore. */
export type RuleBeginning = { readonly begins: 'now' | 'day'; readonly day: string };

/** The texts of the form's fields as the admin typed them. */
export type RuleFormValues = {
  scope: RuleScope;
  /** The API name of the chosen brand; empty when none is chosen. */
  brand: string;
  /** The id of the chosen seller; empty when none is chosen. */
  seller: string;
  percent: string;
  fixed: string;
  cap: string;
  gst: string;
  begins: 'now' | 'day';
  day: string;
};

export const emptyRule: RuleFormValues = {
  scope: 'all',
  brand: '',
  seller: '',
  percent: '',
  fixed: '',
  cap: '',
  gst: '',
  begins: 'now',
  day: '',
};

/** The highest percentages that a rule can have. */
export const percentMaximum = feeBasisPointsMaximum / 100;
export const gstPercentMaximum = gstBasisPointsMaximum / 100;
/** The largest amount that a rule can have as its fixed part or as the maximum of its fee, in dollars. */
export const amountMaximumDollars = Number(feeAmountMaximum / 100n);

/**
 * Reads a percentage such as `1.25` as hundredths of a percent. The result is undefined when the text is no percentage,
 * or when the percentage is above `percentLimit`.
 */
export function readPercent(text: string, percentLimit: number): number | undefined {
  const typedNumber = text.trim().replace(/%$/, '').trimEnd();
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(typedNumber) || Number(typedNumber) > percentLimit) return undefined;
  return Math.round(Number(typedNumber) * 100);
}

/**
 * Reads dollars such as `5,000` or `99.50`. The result is undefined when the text is no amount, or when the amount is
 * above `amountMaximumDollars`.
 */
export function readDollars(text: string): number | undefined {
  const typedNumber = text.replaceAll(/[\s,$]/g, '');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(typedNumber) || Number(typedNumber) > amountMaximumDollars) return undefined;
  return Number(typedNumber);
}

type TypedTerms = Pick<RuleFormValues, 'percent' | 'fixed' | 'cap' | 'gst'>;

/** The terms of the form in the units of the API. The result is undefined while a field is missing or invalid. */
function readTerms({ percent, fixed, cap, gst }: TypedTerms) {
  const basisPoints = readPercent(percent, percentMaximum);
  const gstBasisPoints = readPercent(gst, gstPercentMaximum);
  const fixedDollars = fixed.trim() === '' ? 0 : readDollars(fixed);
  const capDollars = cap.trim() === '' ? null : readDollars(cap);
  if (basisPoints === undefined || gstBasisPoints === undefined) return undefined;
  if (fixedDollars === undefined || capDollars === undefined) return undefined;
  return { basisPoints, fixed: fixedDollars, cap: capDollars, gstBasisPoints };
}

/**
 * The terms of the form as the argument of `computeFee`, which the server also uses. The result is undefined while a
 * field is missing or invalid.
 */
export function makeFeeTerms(values: TypedTerms): FeeTerms | undefined {
  const terms = readTerms(values);
  if (terms === undefined) return undefined;
  return {
    ...terms,
    isEnd: false,
    fixed: centsFromDollars(terms.fixed),
    cap: terms.cap === null ? null : centsFromDollars(terms.cap),
  };
}

type RuleBody = CallArguments<typeof addFeeRule>['body'];

/** The body of the call that adds the rule. The result is undefined while a field is missing or invalid. */
export function makeRuleBody(values: RuleFormValues): RuleBody | undefined {
  const terms = readTerms(values);
  if (terms === undefined) return undefined;
  return {
    ...terms,
    isEnd: false,
    ...(values.scope === 'brand' ? { brand: values.brand } : {}),
    ...(values.scope === 'seller' ? { seller: values.seller } : {}),
    ...makeBeginningBody(values),
  };
}

/** The beginning of a rule in the format of the API: `validFrom` is absent for a rule that begins at once. */
export function makeBeginningBody({ begins, day }: RuleBeginning): { readonly validFrom?: string } {
  const beginningTime = begins === 'day' ? findPeriodBounds({ from: day }).from : undefined;
  return beginningTime === undefined ? {} : { validFrom: beginningTime.toISOString() };
}
