/** A cell whose value is invalid for its field. The message is the reason that the report shows. */
export class CellFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CellFault';
  }
}

/** Why a row is rejected: the column's header, its value, and the reason, for the dealer who corrects the file. */
export type RowFault = { readonly column: string; readonly value: string; readonly reason: string };
