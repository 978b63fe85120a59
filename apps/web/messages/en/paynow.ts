/** Texts of a payment with PayNow on the payment page. */
export const paynowMessages = {
  goodFor: 'This code is good for',
  over: 'This code is over',
  leftLabel: 'Time left for this code',
  left: (minutes: string, seconds: string) => `${minutes}:${seconds}`,
  codeLabel: (sum: string) => `PayNow QR code for ${sum}`,
  steps: (sum: string) => [
    'Open your bank’s app and choose Scan.',
    `Check that it says ${sum}.`,
    'Confirm. This page notices by itself.',
  ],
  newCode: 'New code',
  making: 'Your code is being made',
  waiting: {
    title: 'Waiting for your bank',
    text: 'Usually under a minute. You may close this page; the order keeps up.',
  },
  deciding: { title: 'Your bank is deciding', text: 'Do not pay a second time. This page shows the result.' },
  listening: { title: 'Still listening to the bank', text: 'If you confirmed it before the end, wait here.' },
  unreachable: {
    title: 'The card provider does not answer',
    text: 'This page asks again by itself. Do not pay a second time.',
  },
  expired: { title: 'Nobody paid this code in time', text: 'Nothing was charged. The car is still held for you.' },
  refused: { title: 'Your bank refused the payment', text: 'Nothing was charged. The car is still held for you.' },
  none: { title: 'This code was replaced', text: 'You tried another way to pay. Nothing was charged with this code.' },
  ended: {
    title: 'The hold on the car has ended',
    text: 'Nothing was charged. Money that your bank still sends for this code comes back to you by itself.',
  },
  onThisPhone: 'On this phone?',
  save: 'Save the code as a picture',
  andOpen: 'and open it in your bank’s app.',
  saved: 'The picture is saved.',
  fileName: (order: string) => `paynow-${order}.png`,
  test: 'Test mode; no money moves.',
  testPage: 'Open the test page of this code',
} as const;
