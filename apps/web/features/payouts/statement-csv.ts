import type { SellerStatement } from '@carhouse/contract/seller-payments';
import { carName } from '@carhouse/domain/car/car-name';
import { formatCsvLine } from '@carhouse/domain/text/csv-line';
import { sellerPaymentMessages } from '#messages/seller-payments';

const { kinds, columns, opening, closing } = sellerPaymentMessages.statement;

/**
 * Writes a statement as a CSV file: the opening balance, a line for each line of the statement, and the closing
 * balance. Money in and money out have separate columns without signs, because programs read a cell that begins with a
 * minus sign as a formula.
 */
export function makeStatementCsv(statement: SellerStatement): string {
  const formatAmount = (dollars: number): string => Math.abs(dollars).toFixed(2);
  const splitIntoInAndOut = (dollars: number): readonly [string, string] =>
    dollars < 0 ? ['', formatAmount(dollars)] : [formatAmount(dollars), ''];
  return [
    formatCsvLine(['entry', columns.when, columns.what, columns.car, 'Order', columns.in, columns.out, columns.moved]),
    formatCsvLine(['', '', opening, '', '', ...splitIntoInAndOut(statement.opening), '']),
    ...statement.lines.map((line) =>
      formatCsvLine([
        String(line.entry),
        line.at,
        kinds[line.kind],
        carName(line.productCategory, line.productModel),
        line.bookingId,
        ...(line.change === null ? ['', ''] : splitIntoInAndOut(line.change)),
        line.moved === null ? '' : formatAmount(line.moved),
      ]),
    ),
    formatCsvLine(['', '', closing, '', '', ...splitIntoInAndOut(statement.closing), '']),
  ].join('');
}
