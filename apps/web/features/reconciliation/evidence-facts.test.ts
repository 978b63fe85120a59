import { expect, test } from 'vitest';
import { eventOf, evidenceFacts, evidenceSides } from './evidence-facts.ts';

test('amounts are dollars, times are of Singapore, and nothing is said to be none', () => {
  expect(evidenceFacts({ amount: 86_800_050, since: '2026-11-19T13:14:00Z', refund: null, round: 2 })).toEqual([
    { name: 'Amount', value: '$868,000.50' },
    { name: 'Since', value: '19 Nov 2026 21:14' },
    { name: 'Refund', value: 'none' },
    { name: 'Round', value: '2' },
  ]);
});

test('nested facts are shown too', () => {
  expect(evidenceFacts({ intent: 'pi_1', disputes: [{ id: 'dp_1', status: 'open' }] })).toEqual([
    { name: 'Charge', value: 'pi_1' },
    { name: 'Id', value: 'dp_1' },
    { name: 'Status', value: 'open' },
  ]);
});

test('the two sides of a charge stand apart where there are two', () => {
  expect(evidenceSides({ provider: { amount: 1 }, recorded: null })).toEqual({
    provider: { amount: 1 },
    recorded: null,
  });
  expect(evidenceSides({ booking: 'x' })).toBeUndefined();
});

test('the event of a finding is found, alone or as the first of several', () => {
  expect(eventOf({ event: 'evt_1' })).toBe('evt_1');
  expect(eventOf({ events: ['evt_2', 'evt_3'] })).toBe('evt_2');
  expect(eventOf({ intent: 'pi_1' })).toBeUndefined();
});
