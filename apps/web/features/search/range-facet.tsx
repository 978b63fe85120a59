import type { Histogram } from '@carhouse/contract/search';
import { type ReactElement, useRef } from 'react';
import { searchMessages } from '#messages/search';
import { ErrorText } from '../../ui/field.tsx';
import type { RangeName } from './car-search.ts';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import { HistogramRange } from './histogram-range.tsx';
import styles from './search-page.module.css';
import { isFieldChanged } from './show-search.ts';
import { formatBoundField } from './value-names.ts';

type HistogramRangeName = Extract<RangeName, 'Price' | 'Year' | 'Mileage' | 'Depreciation'>;

type RangeFacetProps = FacetProps & {
  readonly range: HistogramRangeName;
  readonly histogram?: Histogram | undefined;
  readonly isOpen?: boolean;
};

/** A filter by range: two text fields and, when the cars are counted by steps, two handles below the bars. */
export function RangeFacet(props: RangeFacetProps): ReactElement {
  const { range, histogram, isOpen = false, search, fault, formId, onChange } = props;
  const min = search[`min${range}`];
  const max = search[`max${range}`];
  const minInputRef = useRef<HTMLInputElement>(null);
  const maxInputRef = useRef<HTMLInputElement>(null);
  const isInvalid = fault !== undefined && (fault.field === `min${range}` || fault.field === `max${range}`);
  const faultId = `fault-${range}`;
  const renderField = (side: 'min' | 'max') => (
    <div className="field">
      <div className="affix">
        {range === 'Price' || range === 'Depreciation' ? <span>$</span> : null}
        <input
          ref={side === 'min' ? minInputRef : maxInputRef}
          className="num"
          name={`${side}${range}`}
          form={formId}
          defaultValue={formatBoundField(range, side === 'min' ? min : max)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          placeholder={side === 'min' ? searchMessages.any.lowest : searchMessages.any.highest}
          aria-label={searchMessages.bounds[range][side]}
          {...(isInvalid ? { 'aria-invalid': true as const, 'aria-describedby': faultId } : {})}
          // The value is applied when the field loses the focus, and on Enter, because Enter submits the form.
          onBlur={(event) => {
            if (isFieldChanged(event.currentTarget, side === 'min' ? min : max)) onChange();
          }}
        />
        {range === 'Mileage' ? <span>{searchMessages.km}</span> : null}
      </div>
    </div>
  );
  return (
    <FacetGroup label={searchMessages.ranges[range]} isOpen={isOpen || (min ?? max) !== undefined}>
      {range !== 'Price' && range !== 'Year' ? null : histogram === undefined ? (
        <BarsPlaceholder />
      ) : (
        <HistogramRange
          range={range}
          histogram={histogram}
          min={min}
          max={max}
          onDrag={(lowStep, highStep) => {
            if (minInputRef.current !== null) minInputRef.current.value = formatBoundField(range, lowStep);
            if (maxInputRef.current !== null) maxInputRef.current.value = formatBoundField(range, highStep);
          }}
          onRelease={onChange}
        />
      )}
      <div className={isInvalid ? `${styles.minmax} has-error` : styles.minmax}>
        {renderField('min')}
        <span>{searchMessages.to}</span>
        {renderField('max')}
      </div>
      {isInvalid ? <ErrorText id={faultId}>{fault.message}</ErrorText> : null}
    </FacetGroup>
  );
}

/** A placeholder with the height of the bars, so that the content below does not move. */
function BarsPlaceholder(): ReactElement {
  return (
    <div aria-hidden="true">
      <div className={styles.hist} />
      <div className={styles.range} />
    </div>
  );
}
