import type { ReactElement } from 'react';
import { listingMessages } from '#messages/listings';
import { count } from '../../../ui/format.ts';
import { Meter } from '../../../ui/meter.tsx';
import './list-parts.css';

const widestMeter = 40;

/** How far a list has been shown, in ticks and in words. */
export function ShownOf({ total, shown }: { total: number; shown: number }): ReactElement {
  const of = Math.min(total, widestMeter);
  return (
    <div className="more">
      <Meter of={of} lit={Math.round((shown / total) * of)} />
      <span className="num">{listingMessages.shownOf(count(shown), count(total))}</span>
    </div>
  );
}
