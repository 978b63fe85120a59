/** Texts of the sale behind a paid order: the confirmation, complaints and the money, for both sides and admins. */
export const orderSaleMessages = {
  /** The text of the badge for each stage of a sale. */
  states: { 'handed-over': 'Handed over, to confirm', frozen: 'Complaint open', confirmed: 'Confirmed' },
  /** The sentence above the steps of the order. `otherPartyName` is the name of the other party. */
  say: {
    'handed-over': {
      buyer: (otherPartyName: string): string =>
        `${otherPartyName} has handed the car over. Please confirm that you have it.`,
      seller: (otherPartyName: string): string => `You have handed the car over. ${otherPartyName} confirms it next.`,
      admin: (_otherPartyName: string): string => 'The car is handed over. The buyer confirms it next.',
    },
    frozen: {
      buyer: (otherPartyName: string): string =>
        `The sale is frozen. ${otherPartyName} is not paid until the complaint is decided.`,
      seller: (_otherPartyName: string): string =>
        'The sale is frozen. You are not paid until the complaint is decided.',
      admin: (_otherPartyName: string): string =>
        'The sale is frozen. The seller is not paid until the complaint is decided.',
    },
  },
  confirmed: (day: string): string => `The sale is confirmed since ${day}.`,
  frozenSince: (day: string): string => `Frozen since ${day}`,
  /** What the reader does next, by the stage of the sale and the side of the reader. */
  mine: {
    'handed-over': {
      buyer: {
        title: 'Do you have the car?',
        text: 'Confirm it when you have the car as agreed, with all its keys. The seller can then be paid.',
      },
      seller: { title: 'Wait for the confirmation', text: 'The buyer confirms that they have the car.' },
    },
    frozen: {
      buyer: {
        title: 'Wait for the decision',
        text: 'The seller can say what happened. An admin then decides. You can withdraw the complaint until then.',
      },
      seller: {
        title: 'Say what happened',
        text: 'The buyer and admins read your answer. You can replace it until an admin decides.',
      },
    },
    disputed: {
      buyer: {
        title: 'Wait for the decision',
        text: 'Your bank disputes the payment, so you cannot withdraw this here. An admin decides.',
      },
      seller: {
        title: 'Say what happened',
        text: 'The bank of the buyer disputes the payment. You can replace your answer until an admin decides.',
      },
    },
    confirmed: {
      buyer: { title: 'Nothing left to do', text: 'The sale is confirmed. Keep the receipt.' },
      seller: { title: 'Nothing left to do', text: 'The sale is confirmed. Keep the receipt.' },
    },
  },
  /** What the other party does next, by the stage of the sale and the side of that party. */
  theirs: {
    'handed-over': {
      buyer: { title: 'Confirms that they have the car', text: 'They can also complain until then.' },
      seller: { title: 'Waits for the confirmation', text: 'They have handed the car over.' },
    },
    frozen: {
      buyer: { title: 'Waits for the decision', text: 'They can withdraw the complaint until then.' },
      seller: { title: 'Says what happened', text: 'They can answer until an admin decides.' },
    },
    disputed: {
      buyer: { title: 'Waits for the decision', text: 'Their bank disputes the payment.' },
      seller: { title: 'Says what happened', text: 'They can answer until an admin decides.' },
    },
    confirmed: {
      buyer: { title: 'Has nothing left to do', text: 'The sale is confirmed.' },
      seller: { title: 'Has nothing left to do', text: 'The sale is confirmed.' },
    },
  },
  /** What the seller does next after they have answered a complaint, in a text for the seller and for other readers. */
  answered: {
    mine: { title: 'Wait for the decision', text: 'You can replace your answer until an admin decides.' },
    theirs: { title: 'Has answered', text: 'They can replace their answer until an admin decides.' },
  },
  /** What a seller does after the confirmation when the money cannot be paid out without them, by the reason. */
  payout: {
    'no-account': {
      title: 'Set up Get Paid',
      text: 'The sale is confirmed. The money leaves when Get Paid knows your bank account.',
    },
    restricted: {
      title: 'Give what is asked for in Get Paid',
      text: 'The sale is confirmed, but the payment company has stopped your payouts.',
    },
    returned: {
      title: 'Give another bank account',
      text: 'The sale is confirmed, but your bank has sent the money back.',
    },
  },
  /** What admins read when the money cannot be paid out without the seller, by the reason. */
  payoutForAdmins: {
    'no-account': { title: 'Sets up Get Paid', text: 'The sale is confirmed. The money waits until then.' },
    restricted: {
      title: 'Answers the payment company',
      text: 'The sale is confirmed, but the payment company has stopped their payouts.',
    },
    returned: {
      title: 'Gives another bank account',
      text: 'The sale is confirmed, but their bank has sent the money back.',
    },
  },
  openGetPaid: 'Open Get Paid',
  /** When a sale counts as confirmed without the buyer's word. */
  confirmBy: {
    buyer: (time: string): string => `If you neither confirm nor complain, the sale counts as confirmed on ${time}.`,
    other: (time: string): string =>
      `If the buyer neither confirms nor complains, the sale counts as confirmed on ${time}.`,
  },
  confirm: {
    button: 'Yes, I have it',
    question: 'Do you have the car as agreed?',
    text: 'The seller can then be paid, and you can no longer complain here. This cannot be taken back.',
    keep: 'Not yet',
    confirm: 'Yes, confirm',
    done: 'The sale is confirmed',
  },
  complain: {
    button: 'Something is wrong',
    title: 'What is wrong?',
    lead: 'The sale is frozen at once: the seller is not paid until an admin decides. The seller reads what you write.',
    ground: 'Reason',
    groundRequired: 'Choose a reason',
    text: 'What happened?',
    textHint: '10 to 2,000 characters.',
    textTooShort: 'Write at least 10 characters',
    send: 'Send complaint',
    done: 'The complaint is sent. The sale is frozen',
  },
  grounds: {
    'not-handed-over': 'I do not have the car',
    'not-as-described': 'The car is not as described',
    'not-transferred': 'The car is not in my name',
    other: 'Something else',
  },
  /** The grounds of a complaint, as both sides and admins read them. */
  groundTitles: {
    'not-handed-over': 'The car was not handed over',
    'not-as-described': 'The car is not as described',
    'not-transferred': 'The ownership was not transferred',
    other: 'Another reason',
    dispute: 'The bank of the buyer disputes the payment',
  },
  withdraw: {
    button: 'Withdraw complaint',
    question: 'Withdraw the complaint?',
    text: 'The sale goes on where it stopped. The complaint stays visible to both of you.',
    keep: 'Keep it',
    confirm: 'Withdraw complaint',
    done: 'The complaint is withdrawn',
  },
  answer: {
    first: 'Answer',
    replace: 'Replace your answer',
    title: 'Say what happened',
    lead: 'The buyer and admins read what you write.',
    text: 'Your answer',
    textHint: '10 to 2,000 characters.',
    textTooShort: 'Write at least 10 characters',
    send: 'Send answer',
    done: 'The answer is saved',
  },
  decide: {
    button: 'Decide',
    refund: 'Refund in Payment issues',
    title: 'Decide the complaint',
    lead: 'To give the buyer their money back, refund the payment in Payment issues instead.',
    leadTakenBack:
      'The bank has given the buyer their money back. The seller is paid all the same when you decide for them.',
    outcome: 'Decision',
    outcomeRequired: 'Choose a decision',
    outcomes: {
      released: 'Pay the seller: the sale counts as confirmed',
      resumed: 'Let the sale go on where it stopped',
    },
    text: 'Reason',
    textHint: 'Both sides read it. 3 to 2,000 characters.',
    textTooShort: 'Write at least 3 characters',
    send: 'Save decision',
    done: 'The complaint is decided',
  },
  /** The text about a sale that ended because the buyer got the money back by a lost dispute. */
  undo: {
    button: 'Undo the sale',
    textDeposit:
      'The bank has decided the dispute for the buyer, who has the money. The forfeited part of the deposit is not paid to the seller; what they were paid of it is taken back, or they owe it. The seller is told by mail. This cannot be undone.',
    question: 'Undo this sale?',
    text: 'The bank has decided the dispute for the buyer, who has the money. Nothing more is paid for that. What the seller was paid is taken back, or they owe it. The car is withdrawn until its seller puts it back on sale, and both are told by mail. This cannot be undone.',
    reason: 'Reason',
    reasonHint: 'The buyer and the seller read it',
    reasonRequired: 'Please say why, in three characters or more',
    confirm: 'Undo the sale',
    done: 'The sale is undone',
    waits: 'Another admin has to approve the refund of the other parts',
  },
  complaint: {
    title: 'Complaint',
    lostDispute: 'Lost dispute',
    lostDisputeText: 'The buyer has the money of this order by a lost dispute, and the seller has it or will get it.',
    open: 'Open',
    since: (time: string): string => `Since ${time}`,
    closed: (openingDate: string, decisionDate: string): string => `${openingDate} to ${decisionDate}`,
    says: {
      buyer: { own: 'You write', other: (name: string): string => `${name} writes` },
      seller: { own: 'You answer', other: (name: string): string => `${name} answers` },
    },
    noBuyerText: 'No text.',
    noSellerText: 'No answer yet.',
    noSellerTextClosed: 'No answer.',
    outcome: 'Decision',
    outcomes: {
      released: 'The seller is to be paid.',
      refunded: 'The buyer gets the money back.',
      resumed: 'The sale goes on.',
    },
    withdrawn: 'The buyer withdrew the complaint. The sale goes on.',
    reason: 'Reason',
    badges: { released: 'For the seller', refunded: 'Refunded', resumed: 'Sale goes on' },
    withdrawnBadge: 'Withdrawn',
  },
  money: {
    title: 'Money',
    states: { held: 'Held', frozen: 'Frozen', confirmed: 'Confirmed' },
    gets: { own: 'What you get', other: (name: string): string => `What ${name} gets` },
    price: 'Price of the car',
    forfeit: 'Forfeited part of the deposit',
    fee: 'Sale fee',
    gst: 'GST on the fee',
    share: { own: 'You are owed', other: 'The seller is owed' },
  },
  /** The lines of the history. */
  events: {
    complained: 'complained. The sale was frozen.',
    disputed: 'The bank of the buyer disputes the payment. The sale was frozen.',
    withdrew: 'withdrew the complaint.',
    decided: { released: 'An admin decided that the seller is to be paid.', resumed: 'An admin let the sale go on.' },
    confirmed: 'The sale counts as confirmed.',
  },
} as const;
