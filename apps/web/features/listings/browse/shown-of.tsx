import type { ReactElement } from 'react';
import { listings } from '#messages/listings';
import { count } from '../../../ui/format.ts';
import { Gauge } from '../../../ui/gauge.tsx';
import './list-parts.css';

const widestGauge = 40;

/** How far a list has been shown, in ticks and in words. */
export function ShownOf({ total, shown }: { total: number; shown: number }): ReactElement {
  const of = Math.min(total, widestGauge);
  return (
    <div className="more">
      <Gauge of={of} lit={Math.round((shown / total) * of)} />
      <span className="num">{listings.shownOf(count(shown), count(total))}</span>
    </div>
  );
}
