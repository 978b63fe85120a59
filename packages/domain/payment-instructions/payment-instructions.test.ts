import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors/domain-error.ts';
import { type EnteredInstructions, readInstructions, readPaynowTarget } from './payment-instructions.ts';

const enteredInstructions: EnteredInstructions = { ways: ['paynow'], paynowTo: '91234567', note: '' };

function listFaults(overrides: Partial<EnteredInstructions>): readonly string[] {
  try {
    readInstructions({ ...enteredInstructions, ...overrides });
    return [];
  } catch (error) {
    if (!isDomainError(error, 'INVALID')) throw error;
    return error.errors.map(({ path }) => path);
  }
}

describe('PayNow', () => {
  it.each([
    ['9123 4567', '+6591234567'],
    ['+65 8123-4567', '+6581234567'],
    ['6591234567', '+6591234567'],
    ['201234567a', '201234567A'],
    ['53123456X', '53123456X'],
    ['T08GA0001A', 'T08GA0001A'],
    ['T08 GA0001A 001', 'T08GA0001A001'],
  ])('sends money to %s', (text, expectedTarget) => expect(readPaynowTarget(text)).toBe(expectedTarget));

  it.each(['', '61234567', '+1 202 555 0100', '912345678', 'S1234567D', '201234567', 'seller@bank.example'])(
    'sends no money to %s',
    (text) => expect(readPaynowTarget(text)).toBeUndefined(),
  );
});

describe("a seller's instructions", () => {
  it('have at least one way, each once and in one order', () => {
    expect(listFaults({ ways: [] })).toEqual(['ways']);
    expect(readInstructions({ ...enteredInstructions, ways: ['cash', 'paynow', 'cash'] }).ways).toEqual([
      'paynow',
      'cash',
    ]);
  });

  it('name where PayNow sends the money, and only then', () => {
    expect(listFaults({ paynowTo: '61234567' })).toEqual(['paynowTo']);
    expect(readInstructions({ ...enteredInstructions, ways: ['cash'], paynowTo: '91234567' }).paynowTo).toBeNull();
  });

  it('have a note without links', () => {
    expect(readInstructions({ ...enteredInstructions, note: ' DBS 003-123456-7, name: Tan Pte. Ltd. ' }).note).toBe(
      'DBS 003-123456-7, name: Tan Pte. Ltd.',
    );
    for (const note of [
      'https://x',
      'pay at bank.example',
      'WWW.bank',
      'me@bank.example',
      'ｂａｎｋ．example',
      'tg://me',
    ])
      expect([note, listFaults({ note })]).toEqual([note, ['note']]);
  });
});
