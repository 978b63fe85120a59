import { type ReactElement, useRef } from 'react';
import { searchMessages } from '#messages/search';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import styles from './search-page.module.css';
import { rangeName } from './value-names.ts';

/** The minimum numbers of seats that can be chosen. */
const offered = [2, 4, 5, 7];

/**
 * The filter for the minimum number of seats. A text such as `5 seater` also sets a maximum, which remains until
 * another minimum is chosen.
 */
export function SeatsFacet({ search, formId, onChange }: FacetProps): ReactElement {
  const { minSeats: chosen, maxSeats: most } = search;
  const maximum = useRef<HTMLInputElement>(null);
  const choices = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen];
  const choose = () => {
    if (maximum.current !== null) maximum.current.disabled = true;
    onChange();
  };
  const row = (seats: number | undefined) => (
    <label className={`check ${styles.checkOne}`} key={seats ?? ''}>
      <input
        type="radio"
        name="minSeats"
        value={seats ?? ''}
        form={formId}
        defaultChecked={chosen === seats}
        onChange={choose}
      />
      <span className={styles.checkName}>
        {rangeName('Seats', seats, chosen === seats ? most : undefined) ?? searchMessages.anySeats}
      </span>
    </label>
  );
  return (
    <FacetGroup label={searchMessages.ranges.Seats} open={(chosen ?? most) !== undefined}>
      {most === undefined ? null : <input ref={maximum} type="hidden" name="maxSeats" form={formId} value={most} />}
      <div className="facet__list">
        {row(undefined)}
        {choices.toSorted((one, other) => other - one).map(row)}
      </div>
    </FacetGroup>
  );
}
