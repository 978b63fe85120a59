import type { InsertType, SelectType } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** The text that describes a column: its kind, `?` when it may be null, and `=` when the database can fill it in. */
type ColumnText<Column> = `${KindWithNull<SelectType<Column>>}${undefined extends InsertType<Column> ? '=' : ''}`;
type KindWithNull<Value> = unknown extends Value
  ? 'json' | 'json?'
  : `${KindName<NonNullable<Value>>}${null extends Value ? '?' : ''}`;
type KindName<Value> = Value extends readonly Date[]
  ? 'times'
  : Value extends readonly string[]
    ? 'texts'
    : Value extends Uint8Array
      ? 'bytes'
      : Value extends Date
        ? 'time'
        : Value extends bigint
          ? 'cents'
          : Value extends boolean
            ? 'boolean'
            : Value extends number
              ? 'number'
              : 'text';

/** The columns of some tables as texts; the compiler checks that they equal schema.ts. */
export type ColumnTextsByTable<Tables extends keyof Schema> = {
  readonly [Table in Tables]: { readonly [Column in keyof Schema[Table]]: ColumnText<Schema[Table][Column]> };
};
