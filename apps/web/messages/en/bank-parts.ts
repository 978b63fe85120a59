import type { BankPartAnswer } from '@carhouse/contract/bank-parts';
import type { BankPartObstacle } from '@carhouse/domain/payment/bank-part';

type BankPartState = BankPartAnswer['state'];
type Side = 'buyer' | 'seller' | 'admin';

/** The same sentence for the buyer, the seller and an admin. */
const makeTextForAllSides = (text: string): Readonly<Record<Side, string>> => ({
  buyer: text,
  seller: text,
  admin: text,
});

const describeBankPayment = (sum: string, receiver: string): string => `A bank or a loan pays ${sum} to ${receiver}`;

/** Texts of the part of a price that a bank or a loan pays to the seller. */
export const bankPartMessages = {
  title: 'Bank or loan',
  /** Says what happens to the sum. `receiver` names who gets the sum, in words for the reader. */
  pays: {
    expected: describeBankPayment,
    stated: describeBankPayment,
    received: describeBankPayment,
    confirmed: (sum: string, receiver: string): string => `A bank or a loan has paid ${sum} to ${receiver}`,
    closed: (sum: string, receiver: string): string => `A bank or a loan was to pay ${sum} to ${receiver}`,
    'to-return': (sum: string): string => `The seller sends ${sum} back to the bank`,
    'sent-back': (sum: string): string => `The seller has sent ${sum} back to the bank`,
    returned: (sum: string): string => `The bank has ${sum} back`,
  } satisfies Readonly<Record<BankPartState, (sum: string, receiver: string) => string>>,
  receiver: { buyer: 'the seller', seller: 'you', admin: 'the seller' } satisfies Readonly<Record<Side, string>>,
  states: {
    expected: 'Expected',
    stated: 'Waits for the seller',
    received: 'Car House checks',
    confirmed: 'Confirmed',
    closed: 'Not paid',
    'to-return': 'Goes back to the bank',
    'sent-back': 'Sent back',
    returned: 'Returned',
  } satisfies Readonly<Record<BankPartState, string>>,
  /** The next step, in a text for the buyer, the seller and an admin. */
  next: {
    expected: {
      buyer: 'When your bank has paid the seller, say so here with its name and reference.',
      seller: 'When the buyer’s bank has paid you, the buyer says so here, and you confirm it.',
      admin: 'The buyer states the payment of the bank first.',
    },
    stated: {
      buyer:
        'You have said that your bank has paid. The seller looks into their account and confirms it. When the reservation ends before they answer, everything that you have paid here is refunded. Of a deposit that is so when they had 24 hours.',
      seller:
        'The buyer says that their bank has paid you. Confirm it when the whole amount is in your account. Please answer within 24 hours. When the reservation ends without your answer, everything that the buyer has paid here is refunded to them, also a whole deposit.',
      admin:
        'The seller confirms first that they have the money. When the reservation ends before they answer, the buyer gets everything back. Of a deposit that is so when the seller had 24 hours.',
    },
    received: {
      buyer: 'The seller has the money. Car House reads both statements and confirms the part.',
      seller:
        'You have said that the money is there. Car House reads both statements and confirms the part. If the money is not there after all, write to us: only Car House can take it back now.',
      admin: 'Compare both statements, then confirm or reject the part.',
    },
    confirmed: makeTextForAllSides('Buyer, seller and Car House have confirmed the money. The part is paid.'),
    closed: {
      buyer:
        'The order has ended before the seller confirmed money of a bank. If your bank has paid, ask the seller to send the money back, and write to Car House if they do not.',
      seller:
        'The order has ended before you confirmed money of a bank. If it comes or has come, send it back to the bank.',
      admin: 'The order has ended before the seller confirmed money of a bank.',
    },
    'to-return': {
      buyer: 'The order has ended. The seller must send the money back to your bank.',
      seller: 'The order has ended. Send the money back to the bank, then say so here with the reference.',
      admin:
        'The order has ended. The seller must send the money back to the bank. If they cannot say so here, record it for them.',
    },
    'sent-back': {
      buyer: 'The money is sent back, as stated below. Ask your bank, then answer here.',
      seller: 'The money is sent back, as stated below. The buyer asks their bank.',
      admin: 'The buyer asks their bank. You can answer for them.',
    },
    returned: makeTextForAllSides('The bank has its money back.'),
  } satisfies Readonly<Record<BankPartState, Readonly<Record<Side, string>>>>,
  /**
   * The text for the admin who has recorded that the money is sent back. The text replaces the button that confirms the
   * return.
   */
  recordedByMe: 'You have recorded the return, so the buyer or another admin confirms that the bank has it.',
  /** What must happen before the bank pays, in a text for the buyer, the seller and an admin. */
  obstacles: {
    reserve: {
      buyer:
        'The seller asks for a deposit first. Reserve the car with it before your bank pays. It is taken from your parts.',
      seller: 'The buyer reserves the car with your deposit first. Then their bank pays.',
      admin: 'The buyer reserves the car with the deposit first.',
    },
    deposit: {
      buyer: 'Pay the deposit before your bank pays: it reserves the car.',
      seller: 'The buyer pays the deposit first. Then their bank pays.',
      admin: 'The buyer pays the deposit first.',
    },
    'first-part': {
      buyer: 'Pay the first part before your bank pays: it reserves the car.',
      seller: 'The buyer pays the first part first, which reserves the car. Then their bank pays.',
      admin: 'The buyer pays the first part first.',
    },
    'no-payments': {
      buyer:
        'Payments are not taken here any more, so the other parts cannot be paid. Your bank should not pay. If it has paid, the seller sends its money back when the order ends, and paid parts are refunded.',
      seller:
        'Payments are not taken here any more, so the other parts cannot be paid. When the order ends, paid parts are refunded. Money of the bank that you have then goes back.',
      admin: 'Payments are not taken here any more, and other parts are open, so the price cannot be completed.',
    },
  } satisfies Readonly<Record<BankPartObstacle, Readonly<Record<Side, string>>>>,
  obstacleLinks: {
    reserve: 'Reserve with the deposit',
    deposit: 'Pay the deposit',
    'first-part': 'See the parts of the price',
  },
  facts: {
    amount: 'Amount',
    bank: 'Bank or finance company',
    buyerReference: 'Reference of the buyer',
    sellerReference: 'Reference of the seller',
    returnReference: 'Reference of the return',
    returnReason: 'Recorded by Car House',
    noReference: 'None',
    at: (text: string, time: string): string => `${text}, ${time}`,
    gone: 'Not stored any more',
  },
  refused: {
    buyer: 'The buyer withdrew it',
    seller: 'The seller refused it',
    admin: 'Car House rejected it',
  } satisfies Readonly<Record<Side, string>>,
  /** The lines of the history of an order. */
  events: {
    stated: 'said that the bank has paid.',
    received: 'said that the money of the bank is there.',
    refused: {
      buyer: 'withdrew the statement about the bank.',
      seller: 'said that the money of the bank is not there.',
      admin: 'Car House rejected the statements about the bank.',
    } satisfies Readonly<Record<Side, string>>,
    confirmed: 'Car House confirmed the money of the bank.',
    sentBack: 'said that the money is sent back to the bank.',
    recordedReturn: 'Car House recorded that the money is sent back to the bank.',
    returnDenied: {
      buyer: 'said that the bank does not have the money.',
      seller: 'said that the bank does not have the money.',
      admin: 'Car House said that the bank does not have the money.',
    } satisfies Readonly<Record<Side, string>>,
    returned: 'The bank has its money back.',
  },
  /**
   * Why the money still has to go back to the bank although the seller says that they have sent it. Only buyers and
   * admins can deny the return of the money.
   */
  returnDenied: {
    buyer: 'The buyer says that the bank does not have it',
    seller: 'The bank does not have it',
    admin: 'Car House says that the bank does not have it',
  } satisfies Readonly<Record<Side, string>>,
  state: {
    button: 'The bank has paid',
    title: 'Has your bank paid the seller?',
    lead: (sum: string): string => `Only say so when the bank has sent exactly ${sum} to the seller.`,
    bank: 'Bank or finance company',
    bankHint: 'As it stands in the letter of the bank.',
    reference: 'Reference',
    referenceHint: 'The number by which the seller finds the payment.',
    required: 'Please fill this in.',
    send: 'Yes, it has paid',
    done: 'The seller is asked to confirm it',
  },
  receive: {
    button: 'I have the money',
    title: 'Do you have the money?',
    lead: (sum: string): string =>
      `Only confirm it when exactly ${sum} is in your account. You cannot take it back yourself.`,
    reference: 'Your reference',
    referenceHint: 'The number on your bank statement, if it has one.',
    send: 'Yes, I have it',
    done: 'Car House checks it next',
  },
  withdraw: {
    button: 'Withdraw it',
    title: 'Withdraw what you have said?',
    lead: 'You can say it again later. The seller reads your reason.',
    text: 'Reason',
    textHint: 'At most 300 characters.',
    textTooShort: 'Please write at least 3 characters.',
    send: 'Withdraw it',
    done: 'It is withdrawn',
  },
  refuse: {
    button: 'The money is not there',
    title: 'Is the money not there?',
    lead: 'The buyer can say it again later. They read your reason.',
    text: 'Reason',
    textHint: 'At most 300 characters.',
    textTooShort: 'Please write at least 3 characters.',
    send: 'It is not there',
    done: 'The buyer is told',
  },
  confirm: {
    button: 'Confirm',
    question: 'Confirm the money of the bank?',
    text: (sum: string): string =>
      `${sum} then counts as paid. If the other parts are paid, the car is sold. This cannot be undone here.`,
    confirm: 'Confirm the part',
    done: 'The part is confirmed',
    of: (name: string): string => `Confirm: ${name}`,
  },
  reject: {
    button: 'Reject',
    title: 'Reject both statements?',
    lead: 'The buyer can state the payment again. Both read your reason.',
    text: 'Reason',
    textHint: 'At most 300 characters.',
    textTooShort: 'Please write at least 3 characters.',
    send: 'Reject',
    done: 'Both sides read your reason',
    of: (name: string): string => `Reject: ${name}`,
  },
  sendBack: {
    button: 'I have sent it back',
    title: 'Is the money on its way back?',
    lead: (sum: string): string => `Only say so when you have sent exactly ${sum} back to the bank.`,
    reference: 'Reference',
    referenceHint: 'The number of your payment to the bank.',
    send: 'Yes, I have sent it',
    done: 'The buyer is asked to confirm it',
  },
  recordReturn: {
    button: 'Record the return',
    title: 'Record that the money is sent back?',
    lead: (sum: string): string =>
      `For a seller who does not say so themselves. Only record it when you have seen that exactly ${sum} was sent back.`,
    reference: 'Reference',
    referenceHint: 'The number of the payment to the bank.',
    reason: 'How you know it',
    reasonHint: 'At most 300 characters. Buyer and seller read it.',
    reasonTooShort: 'Please write at least 3 characters.',
    send: 'Record it',
    done: 'The buyer is asked to confirm it',
    of: (name: string): string => `Record the return: ${name}`,
  },
  returned: {
    button: 'The bank has it back',
    question: 'Does the bank have its money back?',
    text: (sum: string): string => `Only confirm it when the bank says that it has ${sum} back.`,
    confirm: 'Yes, it has',
    done: 'It is confirmed',
  },
  denied: {
    button: 'It is not there',
    title: 'Does the bank not have its money?',
    lead: 'The seller reads your reason and must send the money back.',
    text: 'Reason',
    textHint: 'At most 300 characters.',
    textTooShort: 'Please write at least 3 characters.',
    send: 'It is not there',
    done: 'The seller is told',
  },
  /** The admins' list of bank parts. */
  waiting: {
    title: 'Money of banks to confirm',
    lead: 'Compare what both say, then confirm or reject.',
    returning: 'Money that sellers return to banks',
    returningLead: 'These orders have ended. The seller owes the money to the bank.',
    row: (car: string, sum: string): string => `${sum}: ${car}`,
    buyer: (name: string, bank: string, reference: string): string => `${name} states: ${bank}, ${reference}`,
    seller: (name: string, reference: string): string => `${name} has the money: ${reference}`,
    sentBack: (name: string, reference: string): string => `${name} has sent it back: ${reference}`,
    recordedReturn: (name: string, reference: string): string =>
      `Car House recorded the return of ${name}: ${reference}`,
    noReference: 'no reference',
    since: (time: string): string => `Since ${time}`,
    sellerGone: (time: string): string => `Since ${time}. The account of the seller is closed or suspended.`,
    buyerGone: (time: string): string => `Since ${time}. The account of the buyer is closed or suspended.`,
    failed: 'The money of banks could not be loaded',
    showMore: 'See more',
  },
  /** The choice of a bank part in the plan of a price. */
  plan: {
    choice: 'A bank or a loan pays a part',
    hint: 'The bank pays this part to the seller directly. It is the last part, and a loan for a car is at most 70% of the price, or 60% when its open market value is above $20,000.',
    amount: 'Part that the bank pays',
    part: (number: number): string => `Part ${number}, bank or loan`,
    open: 'The bank pays the seller',
    openInList: 'The bank pays the seller. The order says how far it is.',
    ended: 'Ended with the order',
    paid: 'Bank or loan, confirmed',
    toOrder: 'To the order',
    rule: 'The seller then sends the money of the bank back.',
    notHeld: 'The part of the bank goes to the seller directly, so Car House does not hold it.',
    toPay: 'See the parts of the price',
    line: 'Paid by a bank or a loan',
    shortfall: 'Fee that you owe Car House',
  },
  receipt: (bank: string, reference: string): string => `Bank or loan: ${bank}, ${reference}`,
  receiptReturned: 'The seller returns it to the bank',
} as const;
