import { describe, expect, it, test } from 'vitest';
import {
  describeBankMoneyReturn,
  findInstructions,
  findTextsAboutParty,
  isOrderUnderWay,
  type NextStepFacts,
} from './next-step-words.ts';

const facts: NextStepFacts = {
  state: 'viewed',
  saleStage: null,
  complaintAnswered: false,
  paidOutside: false,
  reserved: false,
  bankReturn: null,
};

describe('the next step of an order in a list', () => {
  it('leads to the page of a partly paid order where payments are not taken any more', () => {
    const findTitle = (isReserved: boolean) =>
      findInstructions({ ...facts, reserved: isReserved }, 'buyer', 'introducer').title;
    expect([findTitle(false), findTitle(true)]).toEqual(['Pay the seller', 'Read how the order goes on']);
    expect(findInstructions({ ...facts, reserved: true }, 'buyer', 'marketplace').title).toBe('Pay for the car');
  });

  it('is the return of the money of a bank, until the bank has it', () => {
    const endedFacts = { ...facts, state: 'cancelled' } as const;
    const returningFacts = { ...endedFacts, bankReturn: { state: 'to-return', amount: 80_000 } } as const;
    expect([isOrderUnderWay(endedFacts), isOrderUnderWay(returningFacts)]).toEqual([false, true]);
    expect(findInstructions(returningFacts, 'seller', 'marketplace').title).toBe('Return the money');
    expect(describeBankMoneyReturn(endedFacts)).toBeNull();
    expect(describeBankMoneyReturn(returningFacts)).toBe('The seller sends $80,000 back to the bank.');
  });
});

test('an admin reads what the seller of a confirmed sale does before the money can leave, and the buyer does not', () => {
  const confirmedFacts = {
    ...facts,
    state: 'handed-over',
    saleStage: 'confirmed',
    payoutObstacle: 'returned',
  } as const;
  expect(findTextsAboutParty(confirmedFacts, 'seller', 'marketplace', 'admin').title).toBe(
    'Gives another bank account',
  );
  expect(findTextsAboutParty(confirmedFacts, 'buyer', 'marketplace', 'admin').title).toBe('Has nothing left to do');
  expect(findTextsAboutParty(confirmedFacts, 'seller', 'marketplace', 'buyer').title).toBe('Has nothing left to do');
});
