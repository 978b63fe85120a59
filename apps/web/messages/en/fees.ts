import { formatCountWithNoun, formatDecimal, formatMoney } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

/** The terms of a rule as the API has them: hundredths of a percent, and dollars. */
type FeeRuleTerms = {
  readonly basisPoints: number;
  readonly fixed: number;
  readonly cap: number | null;
  readonly gstBasisPoints: number;
};

/** Formats hundredths of a percent: `1.25%`. */
const percent = (basisPoints: number): string => `${formatDecimal(basisPoints / 100, 2)}%`;

/** Texts of the admins' page 'Fees', and of the fee that a seller reads while they set a price. */
export const feeMessages = {
  title: dashboardMessages.fees,
  lead: 'What Car House keeps of a sale. The rule of the seller counts, else that of the brand, else the one for every sale. A paid sale keeps its fee.',
  caption: 'Rules for fees',
  shown: (shownCount: number): string => formatCountWithNoun(shownCount, 'rule', 'rules'),
  failed: 'The rules could not be loaded',
  none: 'There is no fee',
  noneHint: 'Without a rule, sellers receive the whole price.',
  tabs: { label: 'Which rules', valid: 'Now and later', all: 'All rules' },
  columns: { scope: 'Applies to', terms: 'Fee', from: 'Begins', standing: 'State', actions: 'Actions' },
  scopes: { all: 'Every sale', brand: 'One brand', seller: 'One seller' },
  everySale: 'Every sale',
  /** A rule in words: `1.25% of the price plus $100, at most $5,000`. */
  terms: ({ basisPoints, fixed, cap }: Omit<FeeRuleTerms, 'gstBasisPoints'>): string => {
    const parts = [
      ...(basisPoints > 0 ? [`${percent(basisPoints)} of the price`] : []),
      ...(fixed > 0 ? [formatMoney(fixed)] : []),
    ];
    if (parts.length === 0) return 'No fee';
    return cap === null ? parts.join(' plus ') : `${parts.join(' plus ')}, at most ${formatMoney(cap)}`;
  },
  gst: ({ gstBasisPoints }: Pick<FeeRuleTerms, 'gstBasisPoints'>): string =>
    gstBasisPoints === 0 ? 'No GST' : `${percent(gstBasisPoints)} GST on the fee`,
  end: 'End of the rule',
  endHint: { all: 'No fee without another rule', other: 'The next wider rule applies' },
  setBy: (name: string): string => `Set by ${name}`,
  setByOn: (name: string, day: string): string => `Set by ${name} on ${day}`,
  standings: { current: 'Applies now', future: 'Applies later', replaced: 'Replaced', ended: 'Ended' },
  form: {
    open: 'New rule',
    title: 'New rule for fees',
    scope: 'Applies to',
    brand: 'Brand',
    chooseBrand: 'Choose a brand',
    brandsFailed: 'The brands could not be loaded.',
    seller: 'Seller',
    sellerHint: 'Type a part of the name or the email address.',
    sellersFound: (sellers: number): string => `${formatCountWithNoun(sellers, 'seller', 'sellers')} found`,
    sellersFailed: 'The sellers could not be loaded.',
    choose: (name: string, email: string): string => `Choose ${name}, ${email}`,
    otherSeller: 'Choose another seller',
    percent: 'Percent of the price',
    fixed: 'Fixed part',
    cap: 'Maximum',
    capHint: 'Of the fee, without GST.',
    gst: 'GST on the fee',
    gstHint: '9% since 2024. 0 when you are not registered for GST.',
    begins: 'Begins',
    beginsNow: 'At once',
    beginsOn: 'On a day',
    day: 'Day',
    dayHint: 'From midnight in Singapore.',
    save: 'Save rule',
    done: 'The rule is saved',
    kept: 'Nothing that you typed is lost.',
    faults: {
      required: 'Please fill in this field',
      percent: (maximum: number): string => `A percentage from 0 to ${maximum}, with at most two decimals`,
      dollars: (maximum: string): string => `An amount up to ${maximum}, with at most two decimals`,
      brand: 'Please choose a brand',
      seller: 'Please choose a seller',
      missingBrand: 'This brand does not exist any more',
      missingSeller: 'This account is no seller any more',
      day: 'A day after today',
    },
  },
  example: {
    title: 'Example',
    price: 'Price of the car',
    unknown: 'Fill in the percentage and the GST to see what a seller receives.',
    fee: 'Sale fee',
    gst: 'GST on the fee',
    share: 'The seller receives',
  },
  ending: {
    open: 'End',
    openOf: (scope: string): string => `End the rule: ${scope}`,
    title: 'End this rule?',
    ends: 'Ends',
    what: (scope: string, terms: string): string => `${scope}: ${terms}.`,
    effect: {
      all: 'Sales without a rule of their seller or brand then have no fee.',
      brand: 'For this brand the rule for every sale then applies.',
      seller: 'For this seller the rule of the brand then applies, else the one for every sale.',
    },
    future: 'The rule has not begun. It will never apply.',
    keep: 'Keep the rule',
    confirm: 'End the rule',
    done: 'The rule is ended',
  },
  quote: {
    label: 'What you receive',
    missing: 'Choose the category and type the price to see what you receive.',
    loading: 'Computing what you receive',
    failed: 'What you receive could not be computed.',
    receive: (share: string): string => `You receive ${share}`,
    free: 'there is no fee.',
    paid: (fee: string, rule: string, gst: string): string =>
      `the price less the fee of ${fee} (${rule}) and ${gst} GST on the fee.`,
    paidWithoutGst: (fee: string, rule: string): string => `the price less the fee of ${fee} (${rule}).`,
  },
} as const;
