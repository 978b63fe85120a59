import type { FacetValue } from '@carhouse/contract/search';
import { texts } from '@carhouse/contract/texts';
import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { type ReactElement, type ReactNode, useState } from 'react';
import { searchMessages } from '#messages/search';
import { formatCount } from '../../ui/format.ts';
import type { WordParameter } from './car-search.ts';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import styles from './search-page.module.css';
import { formatFilterValue } from './value-names.ts';

/** Number of values that a list shows before the visitor clicks the button that shows all values. */
const initialValueCount = 8;
/** Minimum number of values of a list that has its own search field. */
const longListMinimum = 16;

type WordFacetProps = FacetProps & {
  readonly part: WordParameter;
  /** The values with their numbers of cars; undefined until the response with the counts has arrived. */
  readonly values: readonly FacetValue[] | undefined;
  /** Values that cannot be chosen yet, which are listed last. */
  readonly comingSoonValues?: readonly string[];
  readonly isOpen?: boolean;
};

/**
 * A filter as a list of values, each with the number of cars that it would show. The component renders nothing for a
 * filter without values.
 */
export function WordFacet(props: WordFacetProps): ReactElement | null {
  const { part, isOpen = false, search } = props;
  const rows = listRows(props);
  if (rows.length === 0) return null;
  return (
    <FacetGroup label={searchMessages.facets[part]} isOpen={isOpen || search[part] !== undefined}>
      <ValueList {...props} rows={rows} />
    </FacetGroup>
  );
}

/**
 * Returns the rows of the list: the counted values, and the chosen values that have no count. Excluded models have no
 * row.
 */
export function listRows({ part, values = [], search }: WordFacetProps): readonly FacetValue[] {
  const listedValues = new Set(values.map(({ value }) => value));
  const unlistedValues = (search[part] ?? []).filter((value) => !listedValues.has(value) && !isExcludedModel(value));
  return [...values, ...unlistedValues.map((value) => ({ value, count: 0 }))];
}

type ValueListProps = WordFacetProps & { readonly rows: readonly FacetValue[] };

/** The rows of a filter: the first rows, a button that shows all rows, and a search field when there are many. */
export function ValueList(props: ValueListProps): ReactElement {
  const { part, rows, comingSoonValues = [], search } = props;
  const [typedText, setTypedText] = useState('');
  const name = ({ value, label }: FacetValue) =>
    part === 'brand' ? formatFilterValue(part, value) : (label ?? formatFilterValue(part, value));
  const matchesTypedText = (row: FacetValue) => normaliseText(name(row)).includes(normaliseText(typedText.trim()));
  const renderRow = (each: FacetValue): ReactNode => (
    <ValueRow
      key={each.value}
      {...props}
      value={each.value}
      name={name(each)}
      cars={each.count}
      isHidden={!matchesTypedText(each)}
    />
  );
  const laterRows = rows.slice(initialValueCount);
  const [openAtFirst] = useState(laterRows.some(({ value }) => search[part]?.includes(value)));
  return (
    <>
      {rows.length < longListMinimum ? null : (
        <div className={`field ${styles.facetFind}`}>
          <input
            type="search"
            placeholder={searchMessages.find[part] ?? searchMessages.findValue}
            aria-label={searchMessages.find[part] ?? searchMessages.findValue}
            autoComplete="off"
            maxLength={60}
            onChange={(event) => setTypedText(event.currentTarget.value)}
            // Enter in this search field must not submit the form of the search.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          <p className="visually-hidden" role="status">
            {typedText === '' ? '' : searchMessages.valuesFound(rows.filter(matchesTypedText).length)}
          </p>
        </div>
      )}
      <div className="facet__list">
        {rows.slice(0, initialValueCount).map(renderRow)}
        {laterRows.length === 0 ? null : (
          <details className={styles.facetMore} open={openAtFirst || typedText !== '' || undefined}>
            <summary>
              <span className="link">{searchMessages.showAll(formatCount(rows.length))}</span>
              <span className="link">{searchMessages.showFewer}</span>
            </summary>
            {laterRows.map(renderRow)}
          </details>
        )}
        {comingSoonValues.map((value) => (
          <ComingSoonValue key={value} name={formatFilterValue(part, value)} />
        ))}
      </div>
    </>
  );
}

/** Normalises case and accents, so that `citroen` finds Citroën. */
function normaliseText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type ValueRowProps = FacetProps & {
  readonly part: WordParameter;
  readonly value: string;
  readonly name: string;
  readonly cars: number;
  readonly isHidden: boolean;
};

function ValueRow({ part, value, name, cars, isHidden, formId, search, onChange }: ValueRowProps): ReactElement {
  return (
    <label className={cars === 0 ? `check ${styles.isNone}` : 'check'} hidden={isHidden}>
      <input
        type="checkbox"
        name={part}
        value={value}
        form={formId}
        defaultChecked={search[part]?.includes(value) ?? false}
        onChange={onChange}
      />
      <span className={styles.checkName}>{name}</span>
      <span className="count num">{formatCount(cars)}</span>
    </label>
  );
}

function ComingSoonValue({ name }: { name: string }): ReactElement {
  return (
    <label className="check" aria-disabled="true">
      <input type="checkbox" disabled />
      <span className={styles.checkName}>{name}</span>
      <span className="count">{texts.comingSoon}</span>
    </label>
  );
}
