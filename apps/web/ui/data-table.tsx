import { ArrowDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A plain name is a column of text. `newest` is the column that the rows are sorted by, latest first. */
type Column = string | { readonly name: string; readonly as: 'amount' | 'newest' | 'actions' };

export type TableShape = {
  readonly className: string | undefined;
  readonly caption: string;
  readonly columns: readonly Column[];
};

/** A table whose rows are stacked on a narrow screen. The caption and the column of actions are for screen readers only. */
export function DataTable({
  className,
  caption,
  columns,
  children,
}: TableShape & { children: ReactNode }): ReactElement {
  return (
    <table className={`stack ${className ?? ''}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>{columns.map(headerOf)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function headerOf(column: Column): ReactElement {
  const { name, as } = typeof column === 'string' ? { name: column, as: 'text' } : column;
  return (
    <th
      key={name}
      scope="col"
      className={as === 'amount' ? 'align-right' : undefined}
      aria-sort={as === 'newest' ? 'descending' : undefined}
    >
      {as === 'actions' ? (
        <span className="visually-hidden">{name}</span>
      ) : as === 'newest' ? (
        <span className="sorted">
          {name}
          <Icon of={ArrowDown} />
        </span>
      ) : (
        name
      )}
    </th>
  );
}

type SkeletonProps = TableShape & {
  readonly rows: number;
  /** The class of each cell, where it is not `full`. */
  readonly cells?: readonly (string | undefined)[];
  /** The first cell has an avatar. */
  readonly avatar?: boolean;
};

/** Placeholder rows of the same height while the list loads. */
export function TableSkeleton({ rows, cells, avatar = false, ...shape }: SkeletonProps): ReactElement {
  return (
    <div aria-hidden="true">
      <DataTable {...shape}>
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <tr key={row} className="skeleton-row">
            {[...shape.columns.keys()].map((column) => (
              <td key={column} className={cells === undefined ? 'full' : cells[column]}>
                <span className={avatar && column === 0 ? 'skeleton skeleton--dot' : 'skeleton'} />
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
