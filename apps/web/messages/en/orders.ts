/** Texts of My Orders and of the dialog before an order is cancelled. */
export const orderMessages = {
  failed: { title: 'Your orders could not be loaded', kept: 'Your orders are safe.' },
  empty: {
    title: 'No orders yet',
    text: 'Book a viewing on any car and it shows up here.',
    action: 'See the collections',
  },
  facts: { meetingDate: 'Meeting date', number: 'Your number', seller: 'Seller', booked: 'Booked' },
  payLabel: (pay: string, price: string, car: string) => `${pay} ${price} for ${car}`,
  /** A part of the price may already be paid, so the label does not mention the whole price. */
  payPartsLabel: (pay: string, car: string) => `${pay} for ${car}, in parts`,
  noPrice: (seller: string) => `No price yet. Ask ${seller}.`,
  tooSmall: (seller: string) => `No card takes so small an amount. Arrange this payment with ${seller}:`,
  heldByYou: (until: string) => `The car is held for you until ${until}.`,
  reservedUntil: (until: string) => `Reserved until ${until}`,
  seeReservation: 'See the reservation',
  heldByAnother: 'Being paid for',
  heldByAnotherUntil: (until: string) => `Another buyer is paying for this car, until ${until} at the latest.`,
  reservedByAnother: 'Reserved',
  reservedByAnotherUntil: (until: string) => `Another buyer has reserved this car until ${until}.`,
  cancelled: 'Cancelled',
  cancelledReason: 'This order was cancelled.',
  refunded: 'Refunded',
  refundedReason: 'The car was sold to another buyer. Your payment is refunded in full.',
  /** Texts for the progress of a payment or refund. */
  refund: {
    due: 'The money is on its way back to you.',
    pending: 'Your bank is taking the money back.',
    succeeded: 'The money has gone back to you. Banks take up to ten days to show it.',
    failed: 'Your bank did not take the money back. We will write to you.',
    void: 'You were not charged, or your bank has given the money back.',
  },
  disputed: 'Disputed',
  disputedReason: 'Your bank has questioned this charge. The order stays as it is until that is settled.',
  /** What the suspension of the seller means for the buyer of a paid order. */
  sellerSuspended: (seller: string) =>
    `The account of ${seller} is suspended, and they cannot sign in. Your payment and your receipt stay valid. If you do not get the car as agreed, write to us with the feedback form: an admin can refund the whole order.`,
  /**
   * What the suspension of the seller means, on the card of an order in a list; the text is the same before and after
   * the hand-over.
   */
  sellerSuspendedBriefly: (seller: string) =>
    `The account of ${seller} is suspended. Your payment and your receipt stay valid. The order says what you can do.`,
  feedbackForm: 'Feedback form',
  car: 'See the car',
  carOf: (car: string) => `See the car: ${car}`,
  receipt: 'Receipt',
  receiptOf: (car: string) => `Receipt for ${car}`,
  shown: (shownCount: string, total: string) => `${shownCount} of ${total} orders`,
  more: (count: string) => `Show ${count} more`,
  moreFailed: 'The next orders could not be loaded.',
  cancel: {
    button: 'Cancel order',
    short: 'Cancel',
    /**
     * The accessible name of the button. The accessible name begins with the visible text of the button, so that voice
     * control finds the button by that text.
     */
    label: (car: string, other: string) => `Cancel order: ${car}, with ${other}`,
    title: 'Cancel this order?',
    text: (car: string, other: string) =>
      `${car}. ${other} gets a mail. The car can be booked again while it is for sale.`,
    /** The text that says what is refunded to a buyer who has paid a part of the price. */
    partsBack: 'Every part that you have paid comes back in full.',
    bankBack: 'The seller sends the money of the bank back to it.',
    reason: 'Reason',
    reasonHint: (other: string) => `${other} reads it on the order`,
    kept: 'Nothing that you typed is lost.',
    keep: 'Keep it',
    done: 'The order is cancelled',
  },
} as const;
