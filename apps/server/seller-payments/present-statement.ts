import type { SellerStatement } from '@carhouse/contract/seller-payments';
import { formatDocumentNumber } from '@carhouse/domain/fee/fee-document';
import { cents, dollarsFromCents } from '@carhouse/domain/money/money';
import { isMoveKind } from '@carhouse/domain/seller-payment/seller-statement';
import type { Statement } from './show-statement.ts';

/** Returns a statement in the fields of the API, with amounts in dollars. */
export function presentStatement(statement: Statement): SellerStatement {
  return {
    month: statement.month,
    seller: { _id: statement.sellerId, name: statement.sellerName },
    opening: toSignedDollars(statement.opening),
    closing: toSignedDollars(statement.closing),
    atProvider: toSignedDollars(statement.atProvider),
    underWay: toSignedDollars(statement.underWay),
    debt: toSignedDollars(statement.debt),
    sums: statement.sums.map(({ kind, amount }) => ({ kind, amount: toSignedDollars(amount) })),
    lines: statement.lines.map((line) => ({
      entry: Number(line.number),
      at: line.at.toISOString(),
      kind: line.kind,
      bookingId: line.bookingId,
      productCategory: line.brand,
      productModel: line.title,
      change: isMoveKind(line.kind) ? null : toSignedDollars(line.amount),
      moved: isMoveKind(line.kind) ? toSignedDollars(line.amount) : null,
    })),
    documents: statement.documents.map((document) => ({
      number: formatDocumentNumber(document),
      bookingId: document.bookingId,
      kind: document.kind,
    })),
    next: statement.next === null ? null : Number(statement.next),
  };
}

function toSignedDollars(amount: bigint): number {
  return amount < 0n ? -dollarsFromCents(cents(-amount)) : dollarsFromCents(cents(amount));
}
