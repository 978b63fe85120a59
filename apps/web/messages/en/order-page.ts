/** The next step in a list, for an order that is paid in part when payments are not taken any more. */
const readOrder = {
  title: 'Read how the order goes on',
  text: 'A part of the price is paid here, and payments are not taken any more. The order says how it goes on.',
};

/** Texts of the page of one order, for its buyer, its seller and an admin. */
export const orderPageMessages = {
  failed: 'The order could not be loaded',
  missing: {
    title: 'There is no such order',
    body: 'The address is wrong, or the order belongs to another account.',
  },
  back: { buyer: 'My Orders', seller: 'My Buyers', admin: 'Back' },
  open: 'Order',
  /** The text of the badge for each state of an order. */
  states: {
    booked: 'Booked',
    viewed: 'To pay',
    paid: 'Paid',
    transferred: 'Paid, waiting for hand-over',
    'handed-over': 'Done',
    cancelled: 'Cancelled',
    refunded: 'Refunded',
  },
  verifiedSeller: 'Verified seller',
  /** The accessible name begins with the name of the user, so that voice control finds the link by the visible text. */
  sellerPageOf: (name: string): string => `${name}: cars and facts of this seller`,
  where: 'Where the order stands',
  key: 'A tall tick is a finished step. Each small tick is a day, ten at most.',
  steps: {
    label: 'Steps of this order',
    booked: 'Booked',
    viewed: 'Viewed',
    paid: 'Paid',
    transferred: 'Ownership transferred at the LTA',
    'handed-over': 'Handed over',
    confirmed: 'Sale confirmed',
  },
  /** The text that follows the name of a step for screen readers, by the state of the step. */
  stepStates: { done: 'done', now: 'next', todo: 'to come', skipped: 'not marked', stop: 'stopped' },
  notMarked: 'Not marked',
  stoppedOn: (day: string): string => `Stopped on ${day}`,
  byDeadline: (day: string): string => `by ${day}`,
  /** The sentence above the steps of the order. `otherPartyName` is the name of the other party. */
  say: {
    booked: {
      buyer: (_otherPartyName: string, meetingText: string): string => `You asked to see the car: ${meetingText}.`,
      seller: (otherPartyName: string, meetingText: string): string =>
        `${otherPartyName} asks to see the car: ${meetingText}.`,
      admin: (otherPartyName: string, meetingText: string): string =>
        `${otherPartyName} asks to see the car: ${meetingText}.`,
    },
    viewed: {
      buyer: (_otherPartyName: string): string => 'You have seen the car. The payment is next.',
      seller: (otherPartyName: string): string => `${otherPartyName} has seen the car. The payment is next.`,
      admin: (otherPartyName: string): string => `${otherPartyName} has seen the car. The payment is next.`,
    },
    paid: {
      buyer: (otherPartyName: string): string =>
        `Paid in full. ${otherPartyName} transfers the car to you at the LTA next.`,
      seller: (otherPartyName: string): string => `${otherPartyName} has paid. Transfer the car to them at the LTA.`,
      admin: (otherPartyName: string): string =>
        `${otherPartyName} has paid. The seller transfers the car to them at the LTA next.`,
    },
    transferred: {
      buyer: (otherPartyName: string): string => `The car is in your name. ${otherPartyName} hands it over next.`,
      seller: (otherPartyName: string): string => `The car is in the name of ${otherPartyName}. Hand it over.`,
      admin: (otherPartyName: string): string =>
        `The car is in the name of ${otherPartyName}. The seller hands it over next.`,
    },
    'handed-over': {
      buyer: (_otherPartyName: string): string => 'Done. You have the car.',
      seller: (otherPartyName: string): string => `Done. ${otherPartyName} has the car.`,
      admin: (otherPartyName: string): string => `Done. ${otherPartyName} has the car.`,
    },
    cancelled: 'This order was cancelled.',
    refunded: 'This order was refunded.',
    /** The progress of the refund, in a text for the seller and admins. */
    refundOfBuyer: {
      due: 'The money is on its way back to the buyer.',
      pending: 'The bank of the buyer is taking the money back.',
      succeeded: 'The money has gone back to the buyer.',
      failed: 'The bank of the buyer did not take the money back.',
      void: 'The buyer was not charged, or their bank has given the money back.',
    },
  },
  /** What the suspension of the seller means for an order. */
  sellerSuspended: {
    cancelled: (seller: string): string => `The account of ${seller} is suspended. This order cannot be paid any more.`,
    returning: (seller: string): string =>
      `The account of ${seller} is suspended. They still owe the money to the bank. An admin records its return here for them.`,
    'handed-over': (seller: string): string =>
      `The account of ${seller} is suspended. You have the car, so this order does not change.`,
    admin: (seller: string): string =>
      `The account of ${seller} is suspended, and they cannot mark steps. A paid order can be refunded on the page Payment issues.`,
  },
  /** The sentence above the steps of an order whose buyer has paid a part of the price. */
  leftToPay: {
    by: (sum: string, day: string): string => `${sum} left to pay, by ${day}.`,
    /** No deadline ends the reservation while Car House checks the money of a bank. */
    checked: (sum: string): string => `${sum} left to pay. Car House checks the payment of the bank.`,
  },
  nextStep: 'Next step',
  yourNextStep: 'Your next step',
  /** The word before the next step of an order in a list. */
  nextInList: 'Next:',
  /** The accessible name begins with the visible text, so that voice control finds the link by what it shows. */
  nextOf: (step: string, car: string): string => `${step}: ${car}`,
  you: 'You',
  /** The effect on an order when the seller closes their account before the order is completed. */
  sellerLeft: {
    buyer: (seller: string): string =>
      `${seller} has closed their account. Car House holds your money. If you do not get the car as agreed, press “Something is wrong”, and an admin decides.`,
    buyerPaidOutside: (seller: string): string =>
      `${seller} has closed their account. You paid them directly, so Car House has no money to give back.`,
    /** The seller of an order that has ended is shown without their name. */
    returning:
      'The seller has closed their account. They still owe the money to the bank. An admin records its return here for them.',
    /** The text on the card of the order in a list. */
    briefly: (seller: string): string => `${seller} has closed their account. The order says what you can do.`,
    admin: (seller: string): string =>
      `${seller} has closed their account and cannot mark steps. A paid order can be refunded on the page Payment issues.`,
  },
  /** The text that replaces the contact of a user whose account is closed, or whose data the order no longer has. */
  noContact: 'They cannot be reached here: their account is closed, or the order is old.',
  leftBuyer: 'A buyer who has left',
  leftSeller: 'A seller who has left',
  roles: { buyer: 'Buyer', seller: 'Seller' },
  noDay: 'no day given',
  /** What the reader does next, by the state of the order and the side of the reader. */
  mine: {
    booked: {
      buyer: {
        title: 'View the car',
        text: 'Agree on a time with the seller. Say here when you have seen it. You may pay without a viewing.',
      },
      seller: { title: 'Agree on a time', text: 'Call the buyer. Say here when they have seen the car.' },
    },
    viewed: {
      buyer: {
        title: 'Pay for the car',
        text: 'You pay by card or with PayNow on the next page. The seller gets a mail at once.',
      },
      seller: {
        title: 'Wait for the payment',
        text: 'You get a mail when it has arrived. Until then another buyer may pay first.',
      },
    },
    paid: {
      buyer: {
        title: 'Insure the car and confirm the transfer',
        text: 'The LTA transfers a car only to an owner who has insured it. The seller starts the transfer on OneMotoring, you confirm it there. The car is yours from that moment.',
      },
      seller: {
        title: 'Start the transfer at the LTA',
        text: 'You start it on OneMotoring, the buyer confirms it there. The LTA wants it done within 7 days of the sale, and no loan may be open on the car.',
      },
    },
    transferred: {
      buyer: {
        title: 'Collect the car',
        text: 'Agree on a time with the seller. They say here when you have the car.',
      },
      seller: { title: 'Hand the car over', text: 'Give the buyer the car and all its keys, then say so here.' },
    },
    'handed-over': {
      buyer: { title: 'Nothing left to do', text: 'Keep the receipt.' },
      seller: { title: 'Nothing left to do', text: 'Keep the receipt.' },
    },
    cancelled: {
      buyer: {
        title: 'Nothing left to do',
        text: 'This order costs you nothing. A charge that had already succeeded goes back to you.',
      },
      seller: { title: 'Nothing left to do', text: 'Other buyers can book the car while it is on sale.' },
    },
    refunded: {
      buyer: { title: 'Nothing left to do', text: 'The receipt says how far the refund is.' },
      seller: { title: 'Nothing left to do', text: 'You can put the car on sale again in My Products.' },
    },
  },
  /** What the other party does next, by the state of the order and the side of that party. */
  theirs: {
    booked: {
      buyer: { title: 'Waits for your call', text: 'They left a telephone number and the day that suits them.' },
      seller: { title: 'Agrees on a time with you', text: 'They have your telephone number.' },
    },
    viewed: {
      buyer: { title: 'Pays for the car', text: 'By card or with PayNow. They may still cancel.' },
      seller: { title: 'Waits for the payment', text: 'The car stays on sale: another buyer may pay first.' },
    },
    paid: {
      buyer: {
        title: 'Insures the car and confirms the transfer',
        text: 'They need insurance in their own name before the LTA transfers the car.',
      },
      seller: { title: 'Starts the transfer at the LTA', text: 'They start it on OneMotoring, with Singpass.' },
    },
    transferred: {
      buyer: { title: 'Collects the car', text: 'Agree on a time with them.' },
      seller: { title: 'Hands the car over', text: 'They say here when you have it.' },
    },
    'handed-over': {
      buyer: { title: 'Has the car', text: 'Nothing is left to do for them.' },
      seller: { title: 'Has handed the car over', text: 'Nothing is left to do for them.' },
    },
    cancelled: {
      buyer: { title: 'Pays nothing', text: 'Nothing is left to do for them.' },
      seller: { title: 'Expects no payment', text: 'Nothing is left to do for them.' },
    },
    refunded: {
      buyer: { title: 'Gets the money back', text: 'The receipt says how far the refund is.' },
      seller: { title: 'Keeps the car', text: 'Nothing is left to do for them.' },
    },
  },
  /**
   * The next steps of buyer and seller, in a text for admins. For admins, these next steps replace the texts that
   * address the buyer or the seller.
   */
  forAdmins: {
    booked: {
      buyer: { title: 'Waits for a call', text: 'They left a telephone number and the day that suits them.' },
      seller: { title: 'Agrees on a time', text: 'They have the telephone number of the buyer.' },
    },
    transferred: {
      buyer: { title: 'Collects the car', text: 'They agree on a time with the seller.' },
      seller: { title: 'Hands the car over', text: 'They say here when the buyer has it.' },
    },
  },
  /** The texts about the money of a bank that is returned after the end of the order. */
  bankReturn: {
    'to-return': {
      mine: {
        buyer: {
          title: 'Wait for the return',
          text: 'You get a mail when the order says that the money is sent back.',
        },
        seller: { title: 'Return the money', text: 'Send it back to the bank of the buyer, then say so above.' },
      },
      theirs: {
        buyer: { title: 'Waits for the return', text: 'They ask their bank when the money is sent back.' },
        seller: { title: 'Returns the money', text: 'They send it back to the bank, and say so here.' },
      },
    },
    'sent-back': {
      mine: {
        buyer: { title: 'Ask your bank', text: 'Say above whether it has its money back.' },
        seller: { title: 'Wait for the answer', text: 'The buyer asks their bank.' },
      },
      theirs: {
        buyer: { title: 'Asks their bank', text: 'They say here whether it has its money back.' },
        seller: { title: 'Has sent the money back', text: 'They wait for the answer of the bank.' },
      },
    },
  },
  /** The texts after the end of a reservation when a part of its deposit goes to the seller. */
  forfeited: {
    mine: {
      buyer: {
        title: 'Nothing left to do',
        text: 'A part of the deposit goes to the seller, the rest comes back to you.',
      },
      seller: { title: 'Nothing left to do', text: 'You get a part of the deposit. Other buyers can book the car.' },
    },
    theirs: {
      buyer: { title: 'Gets the rest of the deposit', text: 'Nothing is left to do for them.' },
      seller: { title: 'Gets a part of the deposit', text: 'Nothing is left to do for them.' },
    },
  },
  /** The seller's next step while the buyer has reserved the car: no other buyer can pay first. */
  waitReserved: {
    mine: { title: 'Wait for the payment', text: 'You get a mail when it has arrived. The car is kept for the buyer.' },
    theirs: { title: 'Waits for the payment', text: 'The car is kept for the buyer.' },
  },
  /** The texts of an open order of which a part is paid here, when payments are not taken any more. */
  paidInPart: {
    inList: {
      mine: { buyer: readOrder, seller: readOrder },
      theirs: { buyer: readOrder, seller: readOrder },
    },
    open: {
      mine: {
        buyer: {
          title: 'The rest cannot be paid here',
          text: 'Payments are not taken here any more. Cancel the order, and what you have paid is refunded. You can then book the car again and pay the seller directly.',
        },
        seller: {
          title: 'The rest cannot be paid here',
          text: 'Payments are not taken here any more. The buyer cancels, or the order ends with its reservation, and paid parts are refunded.',
        },
      },
      theirs: {
        buyer: {
          title: 'Cancels the order',
          text: 'Payments are not taken here any more. What they have paid is refunded.',
        },
        seller: { title: 'Keeps the car', text: 'The car is kept for the buyer until the order ends.' },
      },
    },
    /** For a first part that is a reservation's deposit: the reservation ends, and the order cannot be cancelled. */
    reservation: {
      mine: {
        buyer: {
          title: 'The rest cannot be paid here',
          text: 'Payments are not taken here any more. When the reservation ends, the whole deposit comes back. Its page says what comes back if you give it up today.',
        },
        seller: {
          title: 'The rest cannot be paid here',
          text: 'Payments are not taken here any more. When the reservation ends, the deposit goes back to the buyer.',
        },
      },
      theirs: {
        buyer: {
          title: 'Lets the reservation end',
          text: 'Payments are not taken here any more. The whole deposit then comes back to them.',
        },
        seller: { title: 'Keeps the car', text: 'The car is kept for the buyer until the reservation ends.' },
      },
    },
    bank: {
      mine: {
        buyer: {
          title: 'Your bank pays the rest',
          text: 'Your own parts are paid. The money of the bank completes the price.',
        },
        seller: {
          title: 'The bank pays you the rest',
          text: 'The buyer’s own parts are paid here. The money of the bank completes the price.',
        },
      },
      theirs: {
        buyer: { title: 'Their bank pays the rest', text: 'Their own parts are paid here.' },
        seller: { title: 'Receives the money of the bank', text: 'It completes the price.' },
      },
    },
  },
  /** The payment of a price of which a bank or a loan pays a part. */
  payWithBank: {
    mine: { title: 'Complete the price', text: 'You pay your parts here. Your bank pays its part to the seller.' },
    theirs: {
      title: 'Completes the price',
      text: 'They pay their parts here. Their bank pays its part to the seller.',
    },
  },
  byArrangement: {
    title: 'Arrange the payment',
    text: 'No card takes so small an amount. Agree on another way with the seller.',
  },
  lta: 'LTA: transfer of ownership',
  pay: (pay: string, price: string): string => `${pay} ${price}`,
  marks: {
    viewed: {
      button: { buyer: 'I have seen the car', seller: 'The buyer has seen the car' },
      question: 'Has the car been viewed?',
    },
    transferred: {
      button: { buyer: 'Ownership is transferred', seller: 'Ownership is transferred' },
      question: 'Is the transfer at the LTA complete?',
    },
    'handed-over': {
      button: { buyer: '', seller: 'I have handed the car over' },
      question: 'Does the buyer have the car?',
    },
  },
  markText: 'Both of you see this step with its time and who marked it. It cannot be taken back.',
  markConfirm: 'Yes, mark it',
  markKeep: 'Not yet',
  marked: 'The step is marked',
  history: 'What happened',
  events: {
    booked: 'booked the car.',
    viewed: 'marked the viewing.',
    paid: { card: 'paid by card.', paynow: 'paid with PayNow.' },
    /** The payment of one part of the price. */
    paidPart: {
      card: (number: number, sum: string): string => `paid part ${number}, ${sum}, by card.`,
      paynow: (number: number, sum: string): string => `paid part ${number}, ${sum}, with PayNow.`,
    },
    transferred: 'marked the transfer at the LTA.',
    'handed-over': 'marked the hand-over.',
  },
  theCar: 'The car',
  openCar: 'Open',
  openCarOf: (car: string): string => `Open the page of ${car}`,
  call: 'Call',
  callOf: (name: string): string => `Call ${name}`,
  write: 'Write',
  writeTo: (name: string): string => `Write to ${name}`,
  noNumber: 'No telephone number given.',
  numberGone: 'The order has ended. Its telephone numbers are no longer shown.',
  noOwnNumber: 'The buyer cannot call you: you have given no telephone number.',
  addNumber: 'Add it in My Profile',
  documents: 'Documents',
  receipt: 'Receipt',
  viewing: 'Viewing for your calendar',
  viewingFile: '.ics',
  viewingSummary: (car: string): string => `Viewing: ${car}`,
  noDocuments: 'The receipt is here after the payment.',
} as const;
