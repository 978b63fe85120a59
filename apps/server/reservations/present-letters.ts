import type { EndedReservation, StoredReservation } from '@carhouse/database/reservations/reservations';
import type { Account } from '@carhouse/domain/account/account';
import { formatMoney } from '@carhouse/domain/money/money';
import type { ConditionKind, ReservationOutcome } from '@carhouse/domain/reservation/reservation-rule';
import { describeCarInMail, type MailedOrder, timeFormat } from '../payments/present-viewing-files.ts';

/*
 * The mails about reservations. The mails about reservations contain no text that a user wrote, like every mail about
 * an order.
 */

type ReservationLetterFacts = MailedOrder & { readonly carText: string; readonly recipient: Account };
type ReservationLetter = { readonly subject: string; readonly lines: readonly string[] };

export function composeReservedText(facts: ReservationLetterFacts): ReservationLetter {
  const { carText, recipient, booking } = facts;
  const { deposit, terms } = requireReservation(facts);
  const untilText = terms === null ? '' : ` until ${formatMoment(terms.endsAt)}`;
  if (recipient.id !== booking.buyerId) {
    return {
      subject: `Your car is reserved: ${carText}`,
      lines: [
        `A buyer has paid a deposit of ${formatMoney(deposit)} for your car: ${carText}.`,
        `It is reserved for them${untilText}. Nobody else can buy it before.`,
      ],
    };
  }
  return {
    subject: `You have reserved the car: ${carText}`,
    lines: [
      `Your deposit of ${formatMoney(deposit)} has arrived. The car is reserved for you${untilText}: ${carText}.`,
      ...(terms === null
        ? []
        : [
            `If you give it up before ${formatMoment(terms.freeUntil)}, the whole deposit is refunded. After that ${formatMoney(terms.forfeit)} of it goes to the seller.`,
          ]),
      'The order shows your conditions with their deadlines. A condition about which you say nothing counts as met.',
    ],
  };
}

export function composeEndedReservationText(facts: ReservationLetterFacts): ReservationLetter {
  const { carText, recipient, booking } = facts;
  const { endedReservation, deposit } = requireReservation(facts);
  if (endedReservation === null) throw new Error(`the reservation of booking ${booking.id} has not ended`);
  const isBuyer = recipient.id === booking.buyerId;
  return {
    subject: `The reservation has ended: ${carText}`,
    lines: [
      `${reasons[endedReservation.end](endedReservation)} ${carText}.`,
      isBuyer ? composeRefundLine(endedReservation) : composeForfeitLine(endedReservation),
      `The deposit was ${formatMoney(deposit)}.`,
    ],
  };
}

export function presentTurnLetter({ reservation, ...facts }: ReservationLetterFacts): ReservationLetter {
  if (reservation?.kind !== 'turn') throw new Error('a mail about a turn has no turn');
  const carText = describeCarInMail({ reservation, ...facts }, { ...facts.booking, price: reservation.price });
  return {
    subject: `It is your turn: ${carText}`,
    lines: [
      `The car for which you wait in the queue is free: ${carText}.`,
      `Until ${formatMoment(reservation.turnUntil)} only you can reserve or buy it. Then it is the turn of the next in the queue.`,
    ],
  };
}

const failedConditionTexts: Readonly<Record<ConditionKind, string>> = {
  'as-described': 'The car was not as described at the viewing:',
  loan: 'The loan was refused:',
  inspection: 'The car has not passed the inspection:',
};

const reasons: Readonly<Record<ReservationOutcome, (endedReservation: EndedReservation) => string>> = {
  'given-up': () => 'The buyer has given up the reservation:',
  lapsed: () => 'The rest of the price was not paid in time:',
  'condition-failed': ({ condition }) =>
    condition === null ? 'A condition was not met:' : failedConditionTexts[condition],
  'seller-withdrew': () => 'The seller has ended the reservation:',
  'admin-ended': () => 'Car House has ended the reservation:',
  'account-closed': () => 'The reservation was ended, because an account was closed:',
};

function composeRefundLine({ refund, forfeit }: EndedReservation): string {
  const refundText = `${formatMoney(refund)} goes back to you, in the way in which you have paid. Banks take up to ten days to show it.`;
  return forfeit === 0n ? refundText : `${refundText} ${formatMoney(forfeit)} goes to the seller.`;
}

function composeForfeitLine({ forfeit }: EndedReservation): string {
  return forfeit === 0n
    ? 'The whole deposit goes back to the buyer. Your car is on sale for others.'
    : `${formatMoney(forfeit)} of the deposit is yours, and is paid to you as the price of a car is. Your car is on sale for others.`;
}

function requireReservation({ reservation }: ReservationLetterFacts): StoredReservation {
  if (reservation?.kind !== 'reservation') throw new Error('a mail about a reservation has no reservation');
  return reservation.reservation;
}

const formatMoment = (moment: Date): string => `${timeFormat.format(moment)}, Singapore time`;
