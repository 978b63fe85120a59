import { expect, test } from 'vitest';
import { badgeOfPayment } from './payment-words.ts';

test('only money that has left is on its way', () => {
  const textOf = (reason: 'sending' | 'on-its-way') => badgeOfPayment({ reason, at: null, code: null }, 'seller').text;
  expect([textOf('sending'), textOf('on-its-way')]).toEqual(['Being sent', 'On its way']);
});
