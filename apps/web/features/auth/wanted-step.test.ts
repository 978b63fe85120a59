import { expect, it } from 'vitest';
import { canContinueAs, makeContinueText } from './wanted-step.ts';

it.each([
  ['/dashboard/addProduct', 'Go on: list your car', false, true],
  ['/cars/1?want=book', 'Go on: book the car', true, false],
  ['/cars/1?want=wish', 'Go on: back to the car', true, true],
  ['/cars/1', 'Go on where you were', true, true],
  ['/dashboard/myprofile', 'Go on to your dashboard', true, true],
])(
  'after a sign-up from %s the link "%s" is for a buyer: %s, for a seller: %s',
  (path, text, isForBuyer, isForSeller) => {
    expect(makeContinueText(path)).toBe(text);
    expect(canContinueAs(path, 'Buyer')).toBe(isForBuyer);
    expect(canContinueAs(path, 'Seller')).toBe(isForSeller);
  },
);

it('a user without a role is not sent to a step that requires a role', () => {
  for (const path of ['/dashboard/addProduct', '/cars/1?want=book', '/cars/1?want=wish'])
    expect(canContinueAs(path, '')).toBe(false);
});
