import { formatMoney } from '@carhouse/domain/money/money';
import { depositMaximum, depositMinimum } from '@carhouse/domain/reservation/reservation';
import { freeDays, turnHours } from '@carhouse/domain/reservation/reservation-rule';

const describePersonCount = (count: number): string => (count === 1 ? 'One person is' : `${count} people are`);

/** Writes a place in the queue, such as `1st`, `2nd`, `11th`. */
function formatOrdinal(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13;
  const ordinalSuffixes: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${place}${isTeen ? 'th' : (ordinalSuffixes[place % 10] ?? 'th')}`;
}

/** Texts of the reservation of a car with a deposit, and of the queue for it. */
export const reservationMessages = {
  place: formatOrdinal,
  failed: 'The reservation could not be loaded',
  theCar: 'The car',
  price: 'Price',
  aYear: (sum: string): string => `${sum} a year`,
  seller: 'Seller',
  verified: 'Verified seller',
  seeOrder: 'Order and phone numbers',
  similar: 'Similar cars',
  /** The remaining time, beside a deadline. */
  left: {
    days: (count: number): string => (count === 1 ? '1 day left' : `${count} days left`),
    hours: (count: number): string => (count === 1 ? '1 hour left' : `${count} hours left`),
    minutes: (count: number): string => (count === 1 ? '1 minute left' : `${count} minutes left`),
    over: 'time is over',
  },
  /** The button on the page of the car. */
  button: {
    reserve: (deposit: string): string => `Reserve for ${deposit}`,
    join: 'Join the queue',
    yours: 'Your reservation',
    turn: 'Your turn to reserve',
    place: (place: string): string => `Your place in the queue: ${place}`,
    held: 'See the reservation',
  },
  /** The note on the page of a car that another buyer has reserved. */
  reservedNote: (until: string): string =>
    `Another buyer has reserved this car until ${until}. You can join the queue for it.`,
  reservedNoteSeller: (until: string): string => `A buyer has reserved this car until ${until}.`,
  reservedNoteYours: (until: string): string => `Reserved for you until ${until}.`,
  turnNote: (until: string): string =>
    `It is the turn of a buyer in the queue, until ${until}. Nobody else can reserve or pay before.`,
  /** The text of the payment page for a plan that was saved before the seller asked for a deposit. */
  depositFirst: {
    title: 'The seller asks for a deposit first',
    text: 'The deposit reserves the car, and is taken from your parts. You were not charged.',
    reserve: 'Reserve with the deposit',
  },
  /** The payment page of a car that another buyer has reserved. */
  reserved: {
    title: 'Another buyer has reserved this car',
    text: (until: string): string =>
      `It is kept for them until ${until}. You were not charged. You can join the queue for it.`,
    queue: 'See the queue',
  },
  free: {
    say: 'Free to reserve. Nobody is in the queue.',
    text: (deposit: string, days: number): string =>
      `A deposit of ${deposit} takes it off sale for you for ${days} days. You decide what must be true before you buy.`,
    signIn: 'Log in to reserve it.',
    buyersOnly: 'Only buyers can reserve a car.',
    limited: (from: string): string =>
      `You can reserve this car from ${from}. Reservations that you can end, or have ended, with the whole deposit back are limited in number, and to one for the same car.`,
    again: (from: string): string => `You can reserve this car again from ${from}.`,
  },
  none: {
    say: 'This car cannot be reserved',
    saySold: 'This car has been sold',
    text: 'Its seller does not offer a reservation with a deposit.',
    textDirect:
      'Buyers pay sellers directly here, so no deposit is taken and no car is kept for a buyer. You can book a viewing.',
    toCar: 'See the car',
  },
  join: {
    say: (until: string): string => `Reserved until ${until}`,
    sayTurn: (until: string): string => `It is the turn of a buyer in the queue, until ${until}`,
    text: `Another buyer holds this car. If they do not buy it, the next in the queue has ${turnHours} hours to reserve it before anyone else.`,
    textTurn: `They may reserve or buy this car now, before anyone else. If they do not, the turn goes to the next in the queue.`,
    empty: 'Nobody is in the queue yet.',
    count: (count: number): string => `${describePersonCount(count)} in the queue.`,
    action: 'Join the queue',
    done: 'You are in the queue',
    costs: 'Joining costs nothing.',
  },
  refunds: {
    title: 'What comes back when',
    within: (day: string): string => `You change your mind by ${day}`,
    later: 'You change your mind after that',
    laterDetail: (forfeit: string): string => `the other ${forfeit} goes to the seller`,
    condition: 'One of your conditions is not met in time',
    seller: 'The seller cancels, or sells elsewhere',
    buy: 'You buy the car',
    buyDetail: (deposit: string): string => `${deposit} less to pay`,
    buyValue: 'part of the price',
    fromPayment: 'The days count from the minute you pay.',
  },
  /** The texts of the ruler of refunds, on which a tick stands for eight hours. */
  ruler: {
    title: 'If you change your mind, you get back',
    all: (deposit: string): string => `All ${deposit}`,
    until: (day: string): string => `until ${day}`,
    after: (day: string): string => `then, until ${day}`,
    tick: 'Each tick is 8 hours.',
  },
  dialog: {
    title: (car: string): string => `Reserve the ${car}`,
    lead: (days: number, until: string): string => `Off sale for you for ${days} days, until ${until}`,
    amount: (price: string): string => `today. It is held, and counts towards the ${price}.`,
    conditions: 'I buy only if',
    conditionsHint: (deposit: string): string =>
      `A condition that fails in time gives you all ${deposit} back. One you forget counts as met.`,
    meeting: 'Your viewing',
    rule: 'The rule',
    accept: 'I accept this rule.',
    acceptRequired: 'Please accept the rule.',
    confirm: (deposit: string): string => `Reserve for ${deposit}`,
    confirming: 'Opening the payment',
    next: 'You pay the deposit on the next page. The car is yours to decide on once it is in.',
    kept: 'Nothing that you typed is lost.',
    priceChanged: (previousPrice: string, currentPrice: string): string =>
      `The seller changed the price from ${previousPrice} to ${currentPrice}.`,
    termsChanged: 'The deposit or its rule has changed. Please look again.',
  },
  /** The conditions of a reservation under which a buyer buys the car. `mine` is the text of the buyer's choice. */
  conditions: {
    'as-described': {
      mine: 'It looks as described',
      by: (day: string): string => `You see it and say so by ${day}`,
      name: 'It looks as described',
      nameOther: 'It looks as described',
      wait: (day: string): string => `Say so by ${day}`,
      button: 'Say if it does',
      question: 'Does the car look as described?',
      met: 'Yes, it looks as described',
      failed: 'No, it does not',
      was: 'The car was not as described.',
    },
    loan: {
      mine: 'My loan is approved',
      by: (day: string): string => `The bank’s answer is here by ${day}`,
      name: 'Your loan is approved',
      nameOther: 'Their loan is approved',
      wait: (day: string): string => `Bank’s answer by ${day}`,
      button: 'Add answer',
      question: 'What did the bank say?',
      met: 'The loan is approved',
      failed: 'The loan is refused',
      was: 'The loan was refused.',
    },
    inspection: {
      mine: 'It passes an inspection I choose',
      by: (day: string): string => `The report is here by ${day}, you pay the workshop`,
      name: 'It passes an inspection',
      nameOther: 'It passes an inspection',
      wait: (day: string): string => `Report by ${day}`,
      button: 'Add report',
      question: 'What does the report say?',
      met: 'It passes',
      failed: 'It does not pass',
      was: 'The car did not pass the inspection.',
    },
  },
  condition: {
    heading: 'You buy only if',
    headingBuyer: 'The buyer buys only if',
    count: (metCount: number, all: number): string => `${metCount} of ${all} met`,
    none: 'You chose no condition.',
    noneOther: 'The buyer chose no condition.',
    met: 'Met',
    failed: 'Not met',
    waitOther: (day: string): string => `Answer by ${day}`,
    saidMet: (at: string): string => `You said so on ${at}`,
    saidMetOther: (at: string): string => `The buyer said so on ${at}`,
    fromPayment: 'Its days count from the paid deposit',
    countsAsMet: (at: string): string => `Nothing was said by ${at}, so it counts as met`,
    note: (deposit: string): string => `A condition that fails gives you all ${deposit} back, also now.`,
    answer: 'Answer',
    answerRequired: 'Please choose an answer.',
    comment: 'Comment',
    commentHint: (seller: string): string => `${seller} reads it`,
    ends: (deposit: string): string => `This ends the reservation. All ${deposit} comes back to you.`,
    continues: 'The reservation goes on.',
    save: 'Save answer',
    endNow: 'End the reservation',
    saved: 'Your answer is saved',
    ended: (deposit: string): string => `The reservation has ended. ${deposit} is on its way back.`,
  },
  holder: {
    badge: 'Held for you',
    say: (until: string, timeLeftText: string): string => `Yours until ${until}: ${timeLeftText}`,
    backNow: (sum: string): string => `If you give it up today, ${sum} comes back.`,
    backAll: (sum: string): string => `If you give it up today, all ${sum} comes back.`,
    queue: (count: number): string => `${describePersonCount(count)} in the queue behind you.`,
    emptyQueue: 'Nobody is in the queue behind you.',
    buy: (remainingSum: string): string => `Buy it: pay ${remainingSum}`,
    hint: 'You can pay now; open conditions end when you do.',
    /** The text that replaces the price where no payments are taken any more. */
    noPayments:
      'Payments are no longer taken here, so you cannot pay the rest. If you do nothing, it ends then, and the whole deposit comes back.',
    giveUp: 'Give it up',
  },
  started: {
    badge: 'Not held yet',
    say: (deposit: string): string => `Pay ${deposit} and the car is held for you`,
    textTurn: (until: string): string =>
      `It is your turn until ${until}. Nothing is charged yet. Your conditions are saved.`,
    text: 'Nothing is charged yet, and another buyer may be faster. Your conditions are saved.',
    pay: (deposit: string): string => `Pay the deposit: ${deposit}`,
    change: 'Choose again',
  },
  giveUp: {
    title: 'Give the reservation up?',
    all: (sum: string): string => `All ${sum} comes back to you.`,
    half: (sum: string, forfeit: string): string =>
      `${sum} comes back to you. The other ${forfeit} goes to the seller.`,
    next: 'The car goes to the next in the queue, or back on sale. You cannot reserve it again for a week.',
    keep: 'Keep it',
    confirm: 'Give it up',
    done: (sum: string): string => `The reservation has ended. ${sum} is on its way back.`,
  },
  bought: {
    badge: 'Bought',
    say: 'You have paid for this car',
    sayOther: 'The buyer has paid for this car',
    text: (deposit: string): string => `The deposit of ${deposit} was part of the price.`,
    order: 'See the order',
  },
  ended: {
    badge: 'Ended',
    /** How the reservation ended, in a text for the buyer. */
    say: {
      'given-up': 'You gave the reservation up',
      lapsed: 'The reservation ended on its last day',
      'condition-failed': 'The reservation ended, because a condition was not met',
      'seller-withdrew': 'The seller ended the reservation',
      'admin-ended': 'Car House ended the reservation',
      'account-closed': 'The reservation ended, because an account was closed',
    },
    /** How the reservation ended, in a text for the seller and admins. */
    sayOther: {
      'given-up': 'The buyer gave the reservation up',
      lapsed: 'The reservation ended on its last day',
      'condition-failed': 'The reservation ended, because a condition was not met',
      'seller-withdrew': 'The seller ended the reservation',
      'admin-ended': 'Car House ended the reservation',
      'account-closed': 'The reservation ended, because an account was closed',
    },
    lines: {
      deposit: 'Deposit',
      backToYou: 'Back to you',
      backToBuyer: 'Back to the buyer',
      forSeller: 'For the seller',
      forYou: 'For you',
    },
    /** The progress of the refund. */
    refund: {
      due: 'on its way',
      pending: 'the bank is taking it back',
      succeeded: 'sent back; banks take up to ten days to show it',
      failed: 'the bank did not take it; we will write',
      void: 'nothing was charged',
    },
    reason: (at: string, reason: string): string => `${at}. ${reason}`,
  },
  queue: {
    say: (place: string): string => `You are ${place} in the queue`,
    figure: (beforeCount: number, behindCount: number, isHeld: boolean): string =>
      `${isHeld ? 'One holds the car' : 'One has the turn'}, ${beforeCount === 0 ? 'you are next' : `${beforeCount} ${beforeCount === 1 ? 'is' : 'are'} before you`}, ${behindCount === 0 ? 'nobody is behind you' : `${behindCount} ${behindCount === 1 ? 'is' : 'are'} behind you`}.`,
    holds: 'Holds it',
    turn: 'Has the turn',
    you: 'You',
    more: (count: number): string => `+ ${count}`,
    moreBehind: (count: number): string => `+ ${count} more`,
    held: (until: string): string => `The hold before you ends on ${until}, or earlier if they give it up.`,
    heldTurn: (until: string): string => `The turn before you ends on ${until}, or earlier if they leave the queue.`,
    next: `Then the car is yours to reserve for ${turnHours} hours, before anyone else.`,
    nextLater: (beforeCount: number): string =>
      `Then ${beforeCount === 1 ? 'one buyer has' : `${beforeCount} buyers have, one after the other,`} ${turnHours} hours before you. After that the car is yours to reserve for ${turnHours} hours, before anyone else.`,
    costs: {
      title: 'What waiting costs',
      now: 'Now',
      nowDetail: 'nothing is charged or blocked on your card',
      turn: 'When it is your turn',
      turnDetail: `only if you say yes within ${turnHours} hours`,
      nothing: 'If you say nothing',
      nothingDetail: 'the next in the queue is asked',
      zero: '$0',
    },
    deposit: 'the deposit',
    mail: { title: 'How you hear of it', text: 'When it is your turn, we write to' },
    leave: 'Leave the queue',
    leaveTitle: 'Leave the queue?',
    leaveText: 'Your place goes to the next buyer. You can join again at the end of the queue.',
    leaveTurn: 'Your turn goes to the next in the queue.',
    keep: 'Stay in the queue',
    left: 'You have left the queue',
  },
  turn: {
    badge: 'Your turn',
    say: (until: string): string => `The car is yours to reserve until ${until}`,
    text: 'Nobody else can reserve or pay for it before. After that the turn goes to the next in the queue.',
    label: 'Time left of your turn',
  },
  /** The texts for the seller on the page of the order and on the page of the reservation. */
  side: {
    title: 'Reservation',
    badge: 'Reserved',
    say: (buyer: string, until: string, timeLeftText: string): string =>
      `${buyer} holds it until ${until}: ${timeLeftText}`,
    queue: (count: number): string => `${describePersonCount(count)} in the queue.`,
    emptyQueue: 'Nobody is in the queue.',
    /**
     * Says what happens to the deposit. `receiverText` says who gets the forfeited part, in words for the seller or an
     * admin.
     */
    terms: (deposit: string, forfeit: string, receiverText: string): string =>
      `The deposit of ${deposit} is held. If they give it up late or do not pay, ${forfeit} of it ${receiverText}.`,
    termsFree: (deposit: string, day: string, forfeit: string, receiverText: string): string =>
      `The deposit of ${deposit} is held. Until ${day} they can give it up and get all of it; after that ${forfeit} of it ${receiverText}.`,
    goes: { seller: 'is yours', admin: 'goes to the seller' },
    termsNoPayments: (deposit: string): string =>
      `Payments are no longer taken here, so the deposit of ${deposit} goes back to them when it ends.`,
    order: 'See the order',
    page: 'See the reservation',
    withdraw: 'Withdraw',
    noneSay: 'Nobody has reserved this car',
    askedText: (deposit: string): string => `Buyers can reserve it for ${deposit}.`,
    offText: 'You do not offer a reservation.',
  },
  withdraw: {
    title: 'End this reservation?',
    text: (buyer: string, deposit: string): string =>
      `All ${deposit} goes back to ${buyer}, and so does what they are paying right now. The car goes to the next in the queue, or back on sale.`,
    reason: 'Reason',
    reasonHint: (buyer: string): string => `${buyer} reads it`,
    reasonRequired: 'Please give a reason.',
    keep: 'Keep it',
    confirm: 'End the reservation',
    done: 'The reservation has ended',
  },
  /** The deposit that a seller asks. */
  deposit: {
    menu: 'Deposit to reserve',
    title: 'Let buyers reserve this car?',
    text: `A buyer pays the deposit, and the car is off sale for them for 7 days. They may give it up within ${freeDays} days and get all of it back. Later, half of it is yours.`,
    label: 'Deposit',
    hint: (maximum: string): string =>
      `${formatMoney(depositMinimum)} to ${formatMoney(depositMaximum)}, and at most 5% of the price. For this car at most ${maximum}.`,
    tooCheap: (price: string): string =>
      `At ${price} a deposit is not possible: 5% of it is less than ${formatMoney(depositMinimum)}.`,
    invalid: 'Please enter an amount in dollars.',
    lowered: (deposit: string): string => `The price has fallen, so buyers are asked ${deposit}.`,
    off: 'Off: buyers cannot reserve this car.',
    save: 'Save',
    end: 'Do not offer it',
    saved: (title: string, deposit: string): string => `${title} can be reserved for ${deposit}`,
    ended: (title: string): string => `${title} can no longer be reserved`,
    change: 'Change the deposit',
    offer: 'Offer a reservation',
    failed: 'The deposit could not be loaded',
  },
  /** The payment of the deposit. */
  payment: {
    pay: 'Pay the deposit',
    rule: 'The rule of your reservation',
    toReservation: 'See your reservation',
    done: 'The deposit is in. The car is held for you.',
  },
} as const;
