import { undoPaymentDays } from '@carhouse/domain/booking/undo-payment';
import type { DirectPaymentMethod } from '@carhouse/domain/payment-instructions/payment-instructions';

const ways: Readonly<Record<DirectPaymentMethod, string>> = {
  paynow: 'PayNow',
  'bank-transfer': 'Bank transfer',
  'cashiers-order': 'Cashier’s order',
  cash: 'Cash at the hand-over',
};

/** Texts about orders that buyers pay to the seller directly, for buyers, sellers and admins. */
export const paymentInstructionMessages = {
  ways,
  paynowTo: 'PayNow to',
  since: (day: string): string => `Given by the seller on ${day}.`,
  changed: (day: string): string =>
    `The seller gave this after you booked, on ${day}. Call them before you send money.`,
  none: 'The seller has not said yet how they want to be paid. Call or write to them.',
  noneOwn: 'You have not said yet how you want to be paid.',
  setOwn: 'Say it in Get Paid',
  changeOwn: 'Change it in Get Paid',
  /** The text that says who holds the money: only the seller. */
  notHeld: 'You pay the seller, not Car House. Car House does not hold your money and cannot give it back.',
  heading: { buyer: 'How to pay', seller: 'What the buyer sees', admin: 'How the seller is paid' },
  /** The short text on the card of an order in a list. */
  payTheSeller: (ways: string): string => `Pay the seller directly: ${ways}.`,
  askTheSeller: 'You pay the seller directly. Ask them how.',
  howToPay: 'How to pay',
  howToPayFor: (car: string): string => `How to pay for ${car}`,
  /** The texts on the page of an order that are different when buyers pay sellers directly. */
  order: {
    paidBadge: 'Paid to the seller',
    noReceipt: 'You get the receipt from the seller, not here.',
    noReceiptOwn: 'Give the buyer a receipt for their payment.',
    noReceiptForAdmin: 'The buyer gets the receipt from the seller, not here.',
    marked: 'marked the order as paid to them.',
    undone: 'took back that they were paid.',
    mine: {
      booked: {
        buyer: {
          title: 'View the car',
          text: 'Agree on a time with the seller. Say here when you have seen it. Pay nothing before you have seen the car and its papers.',
        },
        seller: {
          title: 'Agree on a time',
          text: 'Call the buyer. Say here when they have seen the car, and when you have their money.',
        },
      },
      viewed: {
        buyer: {
          title: 'Pay the seller',
          text: 'You pay them directly. They say here when they have the money. Until then another buyer may pay first.',
        },
        seller: {
          title: 'Wait for the payment',
          text: 'The buyer pays you directly. Say here when you have the whole price: the car is then sold, and other bookings of it close.',
        },
      },
      'handed-over': {
        buyer: { title: 'Nothing left to do', text: 'Keep the papers of the sale.' },
        seller: { title: 'Nothing left to do', text: 'Keep the papers of the sale.' },
      },
    },
    theirs: {
      booked: {
        buyer: { title: 'Waits for your call', text: 'They left a telephone number and the day that suits them.' },
        seller: { title: 'Agrees on a time with you', text: 'They have your telephone number.' },
      },
      viewed: {
        buyer: { title: 'Pays the seller', text: 'Directly, and not here. They may still cancel.' },
        seller: { title: 'Waits for the payment', text: 'The car stays on sale: another buyer may pay first.' },
      },
      'handed-over': {
        buyer: { title: 'Has the car', text: 'Nothing is left to do for them.' },
        seller: { title: 'Has handed the car over', text: 'Nothing is left to do for them.' },
      },
    },
    say: {
      buyer: (otherPartyName: string): string =>
        `${otherPartyName} has your money. They transfer the car to you at the LTA next.`,
      seller: (otherPartyName: string): string =>
        `${otherPartyName} has paid you. Transfer the car to them at the LTA.`,
      admin: (otherPartyName: string): string =>
        `${otherPartyName} has paid the seller, who transfers the car to them at the LTA next.`,
    },
    sellerSuspended: (seller: string): string =>
      `The account of ${seller} is suspended, and they cannot sign in. You paid them directly, so Car House cannot refund you. If you do not get the car as agreed, write to us with the feedback form.`,
    sellerSuspendedAdmin: (seller: string): string =>
      `The account of ${seller} is suspended, and they cannot mark steps. The buyer has paid them directly, so this order cannot be refunded here.`,
    sellerSuspendedBriefly: (seller: string): string =>
      `The account of ${seller} is suspended. You paid them directly. The order says what you can do.`,
  },
  mark: {
    button: 'I have the money',
    question: 'Do you have the whole price?',
    text: `The order is then paid, the car is sold, and other bookings of it close. The buyer gets a mail. You can take it back once, for ${undoPaymentDays} days, until the ownership is transferred.`,
  },
  /** The button with which the seller takes back the statement that they have the money. */
  undo: {
    button: 'I do not have the money',
    question: 'Take back that you are paid?',
    text: 'The order is open again, and both of you get a mail. The car is withdrawn: you can put it on sale again in My Products. Other bookings of it stay closed. This is possible once for an order.',
    until: (time: string): string => `Possible until ${time}.`,
    keep: 'Keep it',
    confirm: 'Yes, take it back',
    done: 'The order is open again',
  },
  /** The texts of the page Get Paid. */
  form: {
    title: 'How buyers pay you',
    lead: 'Buyers pay you directly. Only buyers with an open order of one of your cars, and admins, see this.',
    ways: 'Ways that you take',
    waysRequired: 'Choose at least one way',
    paynow: 'PayNow to',
    paynowHint: 'Your mobile number in Singapore, or the UEN of your company',
    paynowFault: 'Neither a mobile number in Singapore nor a UEN',
    note: 'Note',
    noteHint: 'Such as your bank and account number. Without links.',
    noteFault: 'Links are not allowed',
    save: 'Save',
    saved: 'Saved. You get a mail about it.',
    since: (day: string): string => `Last changed on ${day}.`,
    safety:
      'First, set up a second step for your sign-in. A stolen password alone must never change where buyers send their money.',
    failed: 'How buyers pay you could not be loaded',
  },
  earlier: {
    title: 'Money of earlier sales',
    lead: 'Buyers have paid here for your cars before. What Car House still owes you for them goes to your bank account.',
    open: 'Bank account and payouts',
  },
  /** The note on the pages of admins about money. */
  notApplied: {
    fees: 'Buyers pay sellers directly here, so no fee is taken. These rules count for sales that were paid here before.',
    books: 'Buyers pay sellers directly here, so new sales are not in the books. They list what was paid here before.',
    payments:
      'Buyers pay sellers directly here, so there are no new payments. Earlier payments, refunds and payouts are completed as usual.',
  },
  paymentPage: {
    title: 'Pay the seller directly',
    text: (seller: string): string => `Car House takes no payments. You pay ${seller}, in a way that they take.`,
    toOrder: 'To the order',
  },
} as const;
