import type { ReactElement, ReactNode } from 'react';
import { listingMessages } from '#messages/listings';
import { Meter } from '../../../ui/meter.tsx';
import { coeLeft } from './coe.ts';

const t = listingMessages.card;

type CoeLineProps = {
  readonly car: { readonly coeYearsLeft: number | null };
  /** `left` where there is little room. */
  readonly short?: boolean;
  /** What stands at the end of the line. */
  readonly children?: ReactNode;
};

/** COE left on a card, in ticks and words. Every card shows it by this component. */
export function CoeLine({ car, short = false, children }: CoeLineProps): ReactElement {
  const coe = coeLeft(car);
  return (
    <div className="card__coe">
      {coe.years === null ? null : <Meter lit={coe.lit} low={coe.low} />}
      {coe.years === null ? (
        <span>{short ? t.coeUnknownShort : t.coeUnknown}</span>
      ) : coe.years <= 0 ? (
        <span>{t.coeOver}</span>
      ) : (
        <span>
          <b className="num">{coe.words}</b> {short ? t.left : t.coeLeft}
        </span>
      )}
      {children}
    </div>
  );
}
