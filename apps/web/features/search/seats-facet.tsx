import { type ReactElement, useRef } from 'react';
import { searchMessages } from '#messages/search';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import styles from './search-page.module.css';
import { formatRange } from './value-names.ts';

/** The minimum numbers of seats that can be chosen. */
const offeredSeatCounts = [2, 4, 5, 7];

/**
 * The filter for the minimum number of seats. A text such as `5 seater` also sets a maximum, which remains until
 * another minimum is chosen.
 */
export function SeatsFacet({ search, formId, onChange }: FacetProps): ReactElement {
  const { minSeats: chosenMinimum, maxSeats: chosenMaximum } = search;
  const maximumInputRef = useRef<HTMLInputElement>(null);
  const choices =
    chosenMinimum === undefined || offeredSeatCounts.includes(chosenMinimum)
      ? offeredSeatCounts
      : [...offeredSeatCounts, chosenMinimum];
  const choose = () => {
    if (maximumInputRef.current !== null) maximumInputRef.current.disabled = true;
    onChange();
  };
  const renderRow = (seatCount: number | undefined) => (
    <label className={`check ${styles.checkOne}`} key={seatCount ?? ''}>
      <input
        type="radio"
        name="minSeats"
        value={seatCount ?? ''}
        form={formId}
        defaultChecked={chosenMinimum === seatCount}
        onChange={choose}
      />
      <span className={styles.checkName}>
        {formatRange('Seats', seatCount, chosenMinimum === seatCount ? chosenMaximum : undefined) ??
          searchMessages.anySeats}
      </span>
    </label>
  );
  return (
    <FacetGroup label={searchMessages.ranges.Seats} isOpen={(chosenMinimum ?? chosenMaximum) !== undefined}>
      {chosenMaximum === undefined ? null : (
        <input ref={maximumInputRef} type="hidden" name="maxSeats" form={formId} value={chosenMaximum} />
      )}
      <div className="facet__list">
        {renderRow(undefined)}
        {choices.toSorted((firstChoice, secondChoice) => secondChoice - firstChoice).map(renderRow)}
      </div>
    </FacetGroup>
  );
}
