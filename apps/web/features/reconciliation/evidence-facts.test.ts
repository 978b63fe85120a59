import { expect, test } from 'vitest';
import { findEventId, listEvidenceFacts, splitEvidenceBySide } from './evidence-facts.ts';

test('amounts are in dollars, times are in Singapore time, and a missing value has a text', () => {
  expect(listEvidenceFacts({ amount: 86_800_050, since: '2026-11-19T13:14:00Z', refund: null, round: 2 })).toEqual([
    { name: 'Amount', value: '$868,000.50' },
    { name: 'Since', value: '19 Nov 2026 21:14' },
    { name: 'Refund', value: 'none' },
    { name: 'Round', value: '2' },
  ]);
});

test('every amount is in dollars with cents, whatever its fact is called', () => {
  expect(
    listEvidenceFacts({ owes: 150, provider: 0, ledger: -1_500, accounts: [{ kept: '205', posted: '-5' }] }),
  ).toEqual([
    { name: 'Owes', value: '$1.50' },
    { name: 'Card company', value: '$0.00' },
    { name: 'Ledger', value: '−$15.00' },
    { name: 'Stored total', value: '$2.05' },
    { name: 'Sum of the postings', value: '−$0.05' },
  ]);
});

test('nested facts are shown too', () => {
  expect(listEvidenceFacts({ intent: 'pi_1', disputes: [{ id: 'dp_1', status: 'open' }] })).toEqual([
    { name: 'Charge', value: 'pi_1' },
    { name: 'Id', value: 'dp_1' },
    { name: 'Status', value: 'open' },
  ]);
});

test('the evidence of a charge is separated into its two sides', () => {
  expect(splitEvidenceBySide({ provider: { amount: 1 }, recorded: null })).toEqual({
    provider: { amount: 1 },
    recorded: null,
  });
  expect(splitEvidenceBySide({ booking: 'x' })).toBeUndefined();
});

test('the event of a discrepancy is found when the evidence has one event or several', () => {
  expect(findEventId({ event: 'evt_1' })).toBe('evt_1');
  expect(findEventId({ events: ['evt_2', 'evt_3'] })).toBe('evt_2');
  expect(findEventId({ intent: 'pi_1' })).toBeUndefined();
});
