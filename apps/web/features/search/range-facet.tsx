import type { Histogram } from '@carhouse/contract/search';
import { type ReactElement, useRef } from 'react';
import { searchMessages } from '#messages/search';
import { ErrorText } from '../../ui/field.tsx';
import type { RangeName } from './car-search.ts';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import { HistogramRange } from './histogram-range.tsx';
import styles from './search-page.module.css';
import { isChanged } from './show-search.ts';
import { boundText } from './value-names.ts';

type HistogramRangeName = Extract<RangeName, 'Price' | 'Year' | 'Mileage' | 'Depreciation'>;

type RangeFacetProps = FacetProps & {
  readonly range: HistogramRangeName;
  readonly histogram?: Histogram | undefined;
  readonly open?: boolean;
};

/** A filter by range: two text fields and, when the cars are counted by steps, two handles below the bars. */
export function RangeFacet(props: RangeFacetProps): ReactElement {
  const { range, histogram, open = false, search, fault, formId, onChange } = props;
  const min = search[`min${range}`];
  const max = search[`max${range}`];
  const lowest = useRef<HTMLInputElement>(null);
  const highest = useRef<HTMLInputElement>(null);
  const wrong = fault !== undefined && (fault.field === `min${range}` || fault.field === `max${range}`);
  const faultId = `fault-${range}`;
  const field = (end: 'min' | 'max') => (
    <div className="field">
      <div className="affix">
        {range === 'Price' || range === 'Depreciation' ? <span>$</span> : null}
        <input
          ref={end === 'min' ? lowest : highest}
          className="num"
          name={`${end}${range}`}
          form={formId}
          defaultValue={boundText(range, end === 'min' ? min : max)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          placeholder={end === 'min' ? searchMessages.any.lowest : searchMessages.any.highest}
          aria-label={searchMessages.bounds[range][end]}
          {...(wrong ? { 'aria-invalid': true as const, 'aria-describedby': faultId } : {})}
          // The value is applied when the field loses the focus, and on Enter, because Enter submits the form.
          onBlur={(event) => {
            if (isChanged(event.currentTarget, end === 'min' ? min : max)) onChange();
          }}
        />
        {range === 'Mileage' ? <span>{searchMessages.km}</span> : null}
      </div>
    </div>
  );
  return (
    <FacetGroup label={searchMessages.ranges[range]} open={open || (min ?? max) !== undefined}>
      {range !== 'Price' && range !== 'Year' ? null : histogram === undefined ? (
        <UncountedBars />
      ) : (
        <HistogramRange
          range={range}
          histogram={histogram}
          min={min}
          max={max}
          onDrag={(low, high) => {
            if (lowest.current !== null) lowest.current.value = boundText(range, low);
            if (highest.current !== null) highest.current.value = boundText(range, high);
          }}
          onRelease={onChange}
        />
      )}
      <div className={wrong ? `${styles.minmax} has-error` : styles.minmax}>
        {field('min')}
        <span>{searchMessages.to}</span>
        {field('max')}
      </div>
      {wrong ? <ErrorText id={faultId}>{fault.message}</ErrorText> : null}
    </FacetGroup>
  );
}

/** A placeholder with the height of the bars, so that the content below does not move. */
function UncountedBars(): ReactElement {
  return (
    <div aria-hidden="true">
      <div className={styles.hist} />
      <div className={styles.range} />
    </div>
  );
}
