import { type ReactElement, useRef } from 'react';
import { searchMessages } from '#messages/search';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import styles from './search-page.module.css';
import { formatRange } from './value-names.ts';

/** The minimum numbers of seats that can be chosen. */
const offeredSeats = [2, 4, 5, 7];

/**
 * The filter for the minimum number of seats. A text such as `5 seater` also sets a maximum, which remains until
 * another minimum is chosen.
 */
export function SeatsFacet({ search, formId, onChange }: FacetProps): ReactElement {
  const { minSeats: chosenMinimum, maxSeats: chosenMaximum } = search;
  const maximumInput = useRef<HTMLInputElement>(null);
  const choices =
    chosenMinimum === undefined || offeredSeats.includes(chosenMinimum)
      ? offeredSeats
      : [...offeredSeats, chosenMinimum];
  const choose = () => {
    if (maximumInput.current !== null) maximumInput.current.disabled = true;
    onChange();
  };
  const renderRow = (seats: number | undefined) => (
    <label className={`check ${styles.checkOne}`} key={seats ?? ''}>
      <input
        type="radio"
        name="minSeats"
        value={seats ?? ''}
        form={formId}
        defaultChecked={chosenMinimum === seats}
        onChange={choose}
      />
      <span className={styles.checkName}>
        {formatRange('Seats', seats, chosenMinimum === seats ? chosenMaximum : undefined) ?? searchMessages.anySeats}
      </span>
    </label>
  );
  return (
    <FacetGroup label={searchMessages.ranges.Seats} isOpen={(chosenMinimum ?? chosenMaximum) !== undefined}>
      {chosenMaximum === undefined ? null : (
        <input ref={maximumInput} type="hidden" name="maxSeats" form={formId} value={chosenMaximum} />
      )}
      <div className="facet__list">
        {renderRow(undefined)}
        {choices.toSorted((firstChoice, secondChoice) => secondChoice - firstChoice).map(renderRow)}
      </div>
    </FacetGroup>
  );
}
