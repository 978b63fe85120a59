import { reservationDays } from '@carhouse/domain/payment/payment-plan';
import { confirmationDays } from '@carhouse/domain/sale/sale';
import { cardLimitText, paynowLimitText } from './card-limit.ts';

/**
 * The four questions of the specification (section 2) and their answers, and the questions of buyers and sellers. Text
 * between two backticks is rendered as code. When buyers pay sellers directly, the text `introducer` replaces the
 * answer.
 */
export const faqMessages = {
  heading: 'Q&A',
  lead: 'Four questions about how such a site is built, then those of buyers and sellers.',
  entries: [
    {
      question: 'What are the different ways to manage a state in a React application?',
      answer: [
        'Keep state in the component that uses it, with `useState`, or with `useReducer` when several values change together. When two components need the same value, lift it to their nearest shared parent and hand it down.',
        'Values that change seldom and that much of the page reads, such as the theme or who is signed in, fit in context. What changes often and is read in many places is the work of a store outside the tree, such as Redux, Zustand or Jotai.',
        'Two kinds of state have better homes than any of these: data of the server belongs in a query cache, which knows when it is old, and filters, tabs and pages belong in the URL, so that a link shows the same thing to somebody else.',
      ],
    },
    {
      question: 'How does prototypical inheritance work?',
      answer: [
        'Every object has a link to another object, its prototype. When a property is not found on the object itself, the lookup follows that link, then the next one, until the property is found or the chain ends in `null`. Nothing is copied: a method on the prototype serves all objects that lead to it.',
        '`Object.create(parent)` makes an object with the given prototype, `new` uses the `prototype` property of the function, and `class` with `extends` is a tidier way of writing the same chain. Assigning a property always writes to the object itself and hides the one further up.',
      ],
    },
    {
      question: 'What is a unit test? Why should we write unit tests?',
      answer: [
        'A unit test checks one small piece of code on its own: given this, expect that. It needs no network and no other part of the product, so thousands of them run in seconds.',
        'It finds a mistake close to where it was made and while it is cheap, tells the next reader what the code promises, and lets you change the inside without fear for the outside. Code that is hard to test alone is usually doing too much; the test says so first. Unit tests do not show that the parts fit together: for that there are tests of the whole.',
      ],
    },
    {
      question: 'React vs. Angular vs. Vue?',
      answer: [
        'React is a library for views: components are functions that return what is to be seen. Routing, data and forms are choices of your own, from the largest selection of packages of the three.',
        'Angular is a whole framework with its own answer to each of these, in TypeScript, with dependency injection and a strict layout. It asks for more learning and gives large teams one way of doing things.',
        'Vue stands between the two: templates in single-file components, reactivity that tracks what was read, and an official router and store which you may leave out. All three are fast enough and well kept; the best reason to choose one is what your team knows and what the product has already.',
      ],
    },
  ],
  buying: {
    heading: 'Buying a car here',
    entries: [
      {
        question: 'Does a booking reserve the car?',
        answer:
          'No. A booking costs nothing and sends the seller your meeting date and your number. Others may book the same car, and it is sold to the buyer who pays first. While you pay, the car is held for you for 15 minutes at most.',
        introducer:
          'No. A booking costs nothing and sends the seller your meeting date and your number. Others may book the same car, and the seller sells it to the buyer who pays first.',
      },
      {
        question: 'How do I pay, and what does it cost?',
        answer: `By card, or up to ${paynowLimitText} with PayNow, from My Orders, after you have booked. You pay the price of your booking, and Car House adds nothing to it. ${cardLimitText} A dearer car is paid in parts.`,
        introducer:
          'You pay the seller directly, after you have booked and seen the car. Your order says how they want to be paid. You pay the price of your booking, and Car House takes nothing. It never has your money, so it cannot give it back.',
      },
      {
        question: 'Can I reserve a car by paying a part?',
        answer: `Yes. Choose parts when you pay: each part is a payment of its own, and the first one keeps the car for you for ${reservationDays} days. Nobody else can buy it in that time. If the whole price is not paid by then, the car is on sale again and every part is refunded.`,
        introducer:
          'Not here: Car House takes no deposit. If you give the seller one, agree first, in writing, on when you get it back. Car House cannot give it back.',
      },
      {
        question: 'When do I get my money back?',
        answer:
          'The whole amount goes back when the car is sold to another buyer before your payment arrives, when an admin decides a complaint for you, and for each part of a price that is not paid in time. It goes back to the card or the PayNow account that it came from, and the receipt says how far it is. Banks take up to ten days to show it.',
        introducer:
          'You have paid the seller and not Car House, so only the seller can give your money back. Ask them first, and write to us with the feedback form if they do not answer.',
      },
      {
        question: 'What if something is wrong with the car?',
        answer: `Complain on the page of your order, until you have confirmed that you have the car, or for ${confirmationDays} days after the hand-over. The sale is frozen at once: the seller is not paid until they have been heard and an admin has decided. The money then goes to the seller or back to you.`,
        introducer:
          'Talk to the seller first: the sale is between the two of you, and Car House cannot decide about the money. See the car and its papers before you pay. You can report the car or the seller to our admins.',
      },
      {
        question: 'A car or a seller looks like a fake. What can I do?',
        answer:
          'Choose Report this car on its page, or Report this seller on theirs. You need no account. An admin looks at it and can hide the car or suspend the seller. The seller does not learn who has reported them.',
      },
      {
        question: 'What if the car is sold to another buyer?',
        answer:
          'Your booking closes and you are not charged. If you had already paid, the whole amount goes back to you. Banks take up to ten days to show it.',
        introducer:
          'Your booking closes, and you get a mail. If you have already sent the seller money, they have to give it back: Car House does not have it.',
      },
      {
        question: 'What does the tick of a verified seller mean?',
        answer:
          'An administrator has looked at the account of the seller. It says nothing about a single car: look at the car, its papers and its service record, or have it inspected, before you pay.',
      },
    ],
  },
  selling: {
    heading: 'Selling a car here',
    entries: [
      {
        question: 'What does it cost to sell a car?',
        answer:
          'Listing a car and being booked cost nothing. When a buyer has paid, Car House may keep a fee of the price, with GST if it is registered for it. The form of your car shows the fee and what you get before you list it, and the order shows it again. Without a sale there is no fee.',
        introducer: 'Nothing. Listing a car and being booked are free, and Car House takes no part of the price.',
      },
      {
        question: 'When am I paid?',
        answer: `When the buyer has confirmed that they have the car. If they say nothing, the sale counts as confirmed ${confirmationDays} days after the hand-over. The money then goes to the bank account that you have set up in Get Paid; Get Paid also says where it is and what it waits for.`,
        introducer:
          'The buyer pays you directly, as you have said in Get Paid. Mark it on the order when you have the whole price: the car is then sold, and other bookings of it close.',
      },
      {
        question: 'What happens when a buyer complains?',
        answer:
          'You get a mail, and the sale is frozen: your money waits. Say on the order what happened. An admin reads both of you and decides whether you are paid or the buyer is refunded. The buyer can also withdraw the complaint.',
        introducer:
          'The buyer talks to you first. They can report a car or a seller to our admins, who can hide the car or suspend the account.',
      },
    ],
  },
};
