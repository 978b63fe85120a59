import { expect, it } from 'vitest';
import { goOnText, mayGoOn } from './wanted-step.ts';

it.each([
  ['/dashboard/addProduct', 'Go on: list your car', false, true],
  ['/cars/1?want=book', 'Go on: book the car', true, false],
  ['/cars/1?want=wish', 'Go on: back to the car', true, true],
  ['/cars/1', 'Go on where you were', true, true],
  ['/dashboard/myprofile', 'Go on to your dashboard', true, true],
])('after a sign-up from %s the link "%s" is for a buyer: %s, for a seller: %s', (path, text, buyer, seller) => {
  expect(goOnText(path)).toBe(text);
  expect(mayGoOn(path, 'Buyer')).toBe(buyer);
  expect(mayGoOn(path, 'Seller')).toBe(seller);
});

it('leads nobody without a role to a step that needs one', () => {
  for (const path of ['/dashboard/addProduct', '/cars/1?want=book', '/cars/1?want=wish'])
    expect(mayGoOn(path, '')).toBe(false);
});
