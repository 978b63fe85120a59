import type { SellerStatement } from '@carhouse/contract/seller-payments';
import { expect, it } from 'vitest';
import { makeStatementCsv } from './statement-csv.ts';

const line = {
  entry: 7,
  at: '2026-11-02T01:00:00.000Z',
  bookingId: 'order',
  productCategory: 'Toyota',
  productModel: '=Corolla, "Altis"',
  moved: null,
};

it('writes every line with its amount in a column of its side, between both balances', () => {
  const statement: SellerStatement = {
    month: '2026-11',
    seller: { _id: 'seller', name: 'Seller' },
    opening: 12.5,
    closing: -3,
    atProvider: 0,
    underWay: 0,
    debt: 3,
    sums: [],
    lines: [
      { ...line, kind: 'sale', change: 1_000 },
      { ...line, kind: 'fee', change: -10.05 },
      { ...line, kind: 'transfer', change: null, moved: 989.95 },
    ],
    documents: [],
    next: null,
  };
  const car = '"Toyota =Corolla, ""Altis"""';
  expect(makeStatementCsv(statement).split('\r\n')).toEqual([
    'entry,When,What,Car,Order,In,Out,Moved',
    ',,Owed at the beginning,,,12.50,,',
    `7,2026-11-02T01:00:00.000Z,Car sold,${car},order,1000.00,,`,
    `7,2026-11-02T01:00:00.000Z,Sale fee,${car},order,,10.05,`,
    `7,2026-11-02T01:00:00.000Z,To the account at the payment company,${car},order,,,989.95`,
    ',,Owed at the end,,,,3.00,',
    '',
  ]);
});
