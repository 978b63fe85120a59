import { expect, it } from 'vitest';
import { hideDeletedAddress, makeDeletedAddress } from './deleted-account.ts';

it('shows the address of a user, and no address of a deleted account', () => {
  expect(hideDeletedAddress('buyer@people.example')).toBe('buyer@people.example');
  expect(hideDeletedAddress(makeDeletedAddress('0190f3a1-0000-7000-8000-00000000abcd'))).toBe('');
});
