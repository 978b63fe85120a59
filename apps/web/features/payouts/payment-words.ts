import type { PaymentStandingAnswer, SellerPayment } from '@carhouse/contract/seller-payments';
import {
  ArrowLeftRight,
  Check,
  Clock,
  LockKeyhole,
  type LucideIcon,
  RotateCcw,
  Send,
  Snowflake,
  Undo2,
} from 'lucide-react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import type { BadgeKind } from '../../ui/badge.tsx';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate, formatDateTime } from '../../ui/format-date.ts';

const t = sellerPaymentMessages;

type PaymentBadge = { readonly kind: BadgeKind; readonly icon: LucideIcon; readonly text: string };

const badgesByReason: Readonly<Record<PaymentStandingAnswer['reason'], readonly [BadgeKind, LucideIcon]>> = {
  'not-handed-over': ['wait', Clock],
  confirming: ['wait', LockKeyhole],
  complaint: ['stop', Snowflake],
  disputed: ['stop', Snowflake],
  suspended: ['wait', LockKeyhole],
  'no-account': ['wait', Clock],
  restricted: ['wait', Clock],
  refused: ['wait', RotateCcw],
  sending: ['ok', Send],
  'payout-refused': ['wait', RotateCcw],
  returned: ['stop', Undo2],
  releasing: ['ok', Send],
  'on-its-way': ['ok', Send],
  paid: ['ok', Check],
  netted: ['ok', Check],
  'taking-back': ['line', ArrowLeftRight],
  debt: ['stop', Undo2],
  refunded: ['line', RotateCcw],
};

/** Returns the badge of a payment, worded for the seller or for an admin. */
export function makePaymentBadge({ reason }: PaymentStandingAnswer, audience: 'seller' | 'admin'): PaymentBadge {
  const [kind, icon] = badgesByReason[reason];
  const mustSellerAct = reason === 'not-handed-over' || reason === 'no-account' || reason === 'restricted';
  return { kind, icon, text: audience === 'admin' && mustSellerAct ? t.sellersTurn : t.badges[reason] };
}

/** Returns the sentence that explains where a payment is and why it waits, worded for the seller or for an admin. */
export function describePaymentStanding(
  { reason, at, code }: PaymentStandingAnswer,
  audience: 'seller' | 'admin',
): string {
  const timeText = at === null ? null : reason === 'on-its-way' ? formatDate(at) : formatDateTime(at);
  return (audience === 'seller' ? t.own : t.ofSeller)[reason](timeText, code);
}

type PaymentAmounts = {
  readonly kind: SellerPayment['kind'];
  readonly price: number;
  readonly bankPart: number;
  readonly fee: number;
  readonly gst: number;
  readonly netted: number | null;
  readonly debtRefund: number | null;
};

/** Returns the calculation of the amount of a payment, such as `Price $1,000.00 less fee $10.00, GST $0.90`. */
export function describePaymentCalculation({
  kind,
  price,
  bankPart,
  fee,
  gst,
  netted,
  debtRefund,
}: PaymentAmounts): string {
  if (debtRefund !== null) return t.sumOfDebtRefund;
  const deductionTexts = [
    ...(bankPart === 0 ? [] : [t.less.bank(formatMoneyWithCents(bankPart))]),
    ...(fee === 0 ? [] : [t.less.fee(formatMoneyWithCents(fee)), t.less.gst(formatMoneyWithCents(gst))]),
    ...(netted === null || netted === 0 ? [] : [t.less.debt(formatMoneyWithCents(netted))]),
  ];
  return (kind === 'deposit' ? t.sumOfDeposit : t.sum)(formatMoneyWithCents(price), deductionTexts);
}
