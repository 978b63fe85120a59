import type { ReactElement } from 'react';
import { searchMessages } from '#messages/search';
import { Meter } from '../../ui/meter.tsx';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import styles from './search-page.module.css';
import { formatBound } from './value-names.ts';

/** The minimum numbers of remaining COE months that can be chosen. */
const offeredMonths = [84, 60, 36, 12];

/** The filter for the minimum remaining COE time, as ticks and as text. */
export function CoeFacet({ search, formId, onChange }: FacetProps): ReactElement {
  const { minCoeMonths: chosenMonths } = search;
  const choices =
    chosenMonths === undefined || offeredMonths.includes(chosenMonths)
      ? offeredMonths
      : [...offeredMonths, chosenMonths];
  const renderRow = (months: number | undefined) => (
    <label className={`check ${styles.checkOne}`} key={months ?? ''}>
      <input
        type="radio"
        name="minCoeMonths"
        value={months ?? ''}
        form={formId}
        defaultChecked={chosenMonths === months}
        onChange={onChange}
      />
      {months === undefined ? null : (
        <Meter tallTickCount={Math.min(10, Math.floor(months / 12))} isLow={months <= 24} />
      )}
      <span className={styles.checkName}>
        {months === undefined ? searchMessages.anyCoe : searchMessages.coeOrMore(formatBound('CoeMonths', months))}
      </span>
    </label>
  );
  return (
    <FacetGroup label={searchMessages.ranges.CoeMonths} isOpen>
      <div className="facet__list">
        {renderRow(undefined)}
        {choices.toSorted((firstChoice, secondChoice) => secondChoice - firstChoice).map(renderRow)}
      </div>
    </FacetGroup>
  );
}
