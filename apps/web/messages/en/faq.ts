import { reservationDays } from '@carhouse/domain/payment/payment-plan';
import { cardLimit, paynowLimit } from './card-limit.ts';

/**
 * The four questions of the specification (section 2) and their answers, and four about buying. Text between two backticks
 * is rendered as code.
 */
export const faqMessages = {
  heading: 'Q&A',
  lead: 'Four questions about how such a site is built, then four about buying a car here.',
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
        answer: `By card, or up to ${paynowLimit} with PayNow, from My Orders, after you have booked. You pay the price of your booking, and Car House adds nothing to it. ${cardLimit} A dearer car is paid in parts: each part is a payment of its own, and the car is kept for you for ${reservationDays} days from the first one. If the price is not paid by then, every part is refunded.`,
        introducer:
          'You pay the seller directly, after you have booked and seen the car. Your order says how they want to be paid. You pay the price of your booking, and Car House takes nothing. It never has your money, so it cannot give it back.',
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
};
