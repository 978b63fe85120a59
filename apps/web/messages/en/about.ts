/** Texts about what Car House is and how it works. `name` is the name of the site. */
export const aboutMessages = {
  heading: 'About',
  lead: (name: string): string =>
    `${name} is a place where sellers list used cars, and buyers compare, book and buy them. It is open source, and anyone may run it.`,
  sections: [
    {
      id: 'sellers',
      title: 'Who sells here',
      text: [
        'The cars belong to their sellers, not to us. Anyone may sign up as a seller; an administrator looks at the seller and may then mark the account as verified. The tick beside a name says exactly that, and nothing about a single car.',
        'Look at the car, its papers and its service record yourself, or have it inspected, before you agree on anything.',
      ],
    },
    {
      id: 'prices',
      title: 'How prices work',
      text: [
        'Sellers set their prices, in Singapore dollars. Beside the price stand the original price, the years of COE left and the estimated cost of a year, because a price alone says little about a car that has to be scrapped or renewed after ten years.',
        'The estimates are worked out from what the seller has entered. They are a help in comparing, not advice and not official figures.',
      ],
    },
    {
      id: 'bookings',
      title: 'How bookings work',
      text: [
        'Book Now sends the seller your meeting date and your number. Booking costs nothing. It does not reserve the car: others may book it too, and the car is sold to the buyer who pays for it first.',
        'You find your bookings under My Orders, where you can also cancel one that is not paid.',
      ],
    },
    {
      id: 'payments',
      title: 'How payments work',
      text: [
        'You pay by card or with PayNow, from My Orders, when you have made up your mind. The card company takes the card number in its own form; it never reaches this server. While your payment runs, nobody else can pay for the same car.',
        'If the money cannot be kept, because the car is gone or the seller cannot sell, it goes back to you, and your order says so.',
      ],
      introducer: [
        'You pay the seller directly, and not Car House. When you have booked, your order says how the seller wants to be paid: PayNow, a bank transfer, a cashier’s order, or cash at the hand-over.',
        'Car House never has your money, so it cannot give it back. Pay nothing before you have seen the car and its papers, and ask for a receipt. The seller says here when they have your money.',
      ],
      testMode: 'Card payments run in test mode here: no real money moves, and real cards are refused.',
    },
    {
      id: 'data',
      title: 'What we know about you',
      text: [
        'Your name, your email address and what you do here: bookings, payments, wish lists. Buyer and seller of an order see each other’s name, email address and telephone number; the administrator sees the accounts; nobody else sees any of it. There is no advertising by others, and nothing on these pages watches you.',
      ],
    },
  ],
  questions: { before: 'A question that is not answered here? ', link: 'Write to us', after: '.' },
  browse: 'Browse cars',
};
