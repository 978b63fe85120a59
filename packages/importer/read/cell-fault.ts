/** A cell that holds something, but nothing that its field can mean. The message is the reason in the report. */
export class CellFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CellFault';
  }
}

/** Why a row stays out: the column as the file names it, what stood there, and the reason for the person who mends the file. */
export type RowFault = { readonly column: string; readonly value: string; readonly reason: string };
