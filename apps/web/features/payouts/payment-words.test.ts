import { expect, test } from 'vitest';
import { makePaymentBadge } from './payment-words.ts';

test('only money that has left is on its way', () => {
  const readText = (reason: 'sending' | 'on-its-way') =>
    makePaymentBadge({ reason, at: null, code: null }, 'seller').text;
  expect([readText('sending'), readText('on-its-way')]).toEqual(['Being sent', 'On its way']);
});
