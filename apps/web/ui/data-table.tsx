import { ArrowDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode, useId, useState } from 'react';
import { tableMessages } from '#messages/table';
import styles from './data-table.module.css';
import { Icon } from './icon.tsx';

type ColumnShape = {
  readonly name: string;
  /**
   * The kind of the column. `amount` aligns the column to the right. `newest` is the column by which the rows are
   * sorted, latest first. The headings of `actions` and `menu` are for screen readers only.
   */
  readonly as?: 'text' | 'amount' | 'newest' | 'actions' | 'menu';
  /** The width of the column; columns without a width share the remaining width. */
  readonly width?: 'short' | 'medium' | 'long' | 'longest';
  /**
   * The width of the table below which the column is hidden: `first` below 62rem, `second` below 54rem, `third` below
   * 46rem. While the column is hidden, the details of a row contain its value.
   */
  readonly hiddenFrom?: 'first' | 'second' | 'third';
  /**
   * How the stacked layout shows the value of the column, also when the column is hidden. The value is on its own line
   * (`plain`), or on its own line after the heading of the column (`named`).
   */
  readonly line?: 'plain' | 'named';
};
type Column = string | ColumnShape;

export type TableShape = {
  readonly className?: string | undefined;
  readonly caption: string;
  /** The columns; the first column names the record of a row. */
  readonly columns: readonly Column[];
  /** Whether the details of rows have facts or links that no column shows. */
  readonly details?: boolean;
};

const hiddenColumnClassesByLevel = {
  first: styles.leavesFirst,
  second: styles.leavesSecond,
  third: styles.leavesThird,
} as const;
const classNamesByWidth = {
  short: styles.short,
  medium: styles.medium,
  long: styles.long,
  longest: styles.longest,
} as const;
const classNamesByKind = {
  text: undefined,
  amount: 'align-right',
  newest: undefined,
  actions: styles.actionsCell,
  menu: styles.menuCell,
} as const;

/**
 * The table of all dashboard lists. In a narrow table, columns are hidden one after the other, and each row can open
 * its details. Below a width of 38rem, a row is a stack of lines. The caption is for screen readers only.
 */
export function DataTable({ shape, children }: { shape: TableShape; children: ReactNode }): ReactElement {
  return (
    <table className={`${styles.table} ${shape.className ?? ''}`}>
      <caption className="visually-hidden">{shape.caption}</caption>
      <thead>
        <tr>
          {hasDetails(shape) ? (
            <th scope="col" className={makeToggleCellClass(shape)}>
              <span className="visually-hidden">{tableMessages.details}</span>
            </th>
          ) : null}
          {shape.columns.map(renderHeader)}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function renderHeader(column: Column): ReactElement {
  const { name, as } = findColumnShape(column);
  return (
    <th key={name} scope="col" className={makeClassName(column)} aria-sort={as === 'newest' ? 'descending' : undefined}>
      {as === 'actions' || as === 'menu' ? (
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

export type Fact = { readonly name: string; readonly value: ReactNode; readonly isWide?: boolean };

type RowProps = {
  readonly shape: TableShape;
  /** The values, one for each column. */
  readonly cells: readonly ReactNode[];
  /** The name of the record in the row, for the label of the button that opens the row's details. */
  readonly rowName: string;
  readonly id?: string;
  /** The facts in the details of the row, before the values of the hidden columns. */
  readonly facts?: readonly Fact[];
  /** The links and buttons below the facts in the details of the row. */
  readonly links?: ReactNode;
};

/** A row, with its details while they are open. */
export function TableRow({ shape, cells, rowName, id, facts = [], links }: RowProps): ReactElement {
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const columns = shape.columns.map(findColumnShape);
  return (
    <>
      <tr id={id} tabIndex={id === undefined ? undefined : -1} className={isOpen ? styles.isOpen : undefined}>
        {hasDetails(shape) ? (
          <td className={makeToggleCellClass(shape)}>
            <button
              type="button"
              className={styles.toggle}
              aria-label={tableMessages.detailsOf(rowName)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon of={ChevronRight} />
            </button>
          </td>
        ) : null}
        {columns.map((column, index) => (
          <td
            key={column.name}
            className={index === 0 ? `${styles.main} ${makeClassName(column)}` : makeClassName(column)}
            data-l={column.line === 'named' ? column.name : undefined}
          >
            {cells[index]}
          </td>
        ))}
      </tr>
      {isOpen ? (
        <tr className={`${styles.details} ${findDetailsClass(shape)}`} id={detailsId}>
          <td colSpan={columns.filter(({ hiddenFrom }) => hiddenFrom === undefined).length + 1}>
            <div className={styles.detailsBody}>
              <dl className="num">
                {facts.map(({ name, value, isWide }) => (
                  <div key={name} className={isWide === true ? styles.wide : undefined}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
                {columns.map(({ name, hiddenFrom }, index) =>
                  hiddenFrom === undefined ? null : (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{cells[index]}</dd>
                    </div>
                  ),
                )}
              </dl>
              {links === undefined ? null : <div className={styles.links}>{links}</div>}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Placeholder rows of the same height, shown while the list loads. With `hasAvatar`, the first cell has an avatar. */
export function TableSkeleton(props: {
  readonly shape: TableShape;
  readonly rows: number;
  readonly hasAvatar?: boolean;
}): ReactElement {
  const { shape, rows, hasAvatar = false } = props;
  return (
    <div aria-hidden="true">
      <DataTable shape={shape}>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal
          <Fragment key={row}>
            <tr className="skeleton-row">
              {hasDetails(shape) ? <td className={makeToggleCellClass(shape)} /> : null}
              {shape.columns.map((column, index) => (
                <td
                  key={findColumnShape(column).name}
                  className={index === 0 ? `${styles.main} ${makeClassName(column)}` : makeClassName(column)}
                >
                  <span className={hasAvatar && index === 0 ? 'skeleton skeleton--dot' : 'skeleton'} />
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
      </DataTable>
    </div>
  );
}

function findColumnShape(column: Column): ColumnShape {
  return typeof column === 'string' ? { name: column } : column;
}

function makeClassName(column: Column): string {
  const { as = 'text', width, hiddenFrom, line } = findColumnShape(column);
  const classNames = [
    classNamesByKind[as],
    width === undefined ? undefined : classNamesByWidth[width],
    hiddenFrom === undefined ? undefined : hiddenColumnClassesByLevel[hiddenFrom],
    line === undefined ? undefined : styles.line,
  ];
  return classNames.filter((name) => name !== undefined).join(' ');
}

function hasDetails(shape: TableShape): boolean {
  return shape.details === true || areDetailsNarrowOnly(shape);
}

/**
 * Whether a row's details contain only the columns that a narrow table hides. When the details contain only hidden
 * columns, a wide table shows no button for details.
 */
function areDetailsNarrowOnly(shape: TableShape): boolean {
  return shape.details !== true && shape.columns.some((column) => findColumnShape(column).hiddenFrom !== undefined);
}

function makeToggleCellClass(shape: TableShape): string {
  return `${styles.toggleCell} ${findDetailsClass(shape)}`;
}

/**
 * Returns the class name that hides the button for details where the details contain nothing new: in a wide table, and
 * in a stacked layout that shows each value on a line.
 */
function findDetailsClass(shape: TableShape): string {
  if (!areDetailsNarrowOnly(shape)) return '';
  const isShownInStack = shape.columns
    .map(findColumnShape)
    .every(({ hiddenFrom, line }) => hiddenFrom === undefined || line !== undefined);
  return isShownInStack ? `${styles.narrowOnly} ${styles.tableOnly}` : `${styles.narrowOnly}`;
}
