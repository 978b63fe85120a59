import { expect, it } from 'vitest';
import { makeDeletedAddress, shownAddress } from './deleted-account.ts';

it('shows the address of a user, and no address of a deleted account', () => {
  expect(shownAddress('buyer@people.example')).toBe('buyer@people.example');
  expect(shownAddress(makeDeletedAddress('0190f3a1-0000-7000-8000-00000000abcd'))).toBe('');
});
