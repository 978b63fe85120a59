import type { ReactElement, ReactNode } from 'react';
import { listingMessages } from '#messages/listings';
import { Meter } from '../../../ui/meter.tsx';
import { describeRemainingCoe } from './coe.ts';

const t = listingMessages.card;

type CoeLineProps = {
  readonly car: { readonly coeYearsLeft: number | null };
  /** Whether the line has the shorter word `left`, for places with little space. */
  readonly isShort?: boolean;
  /** Content at the end of the line. */
  readonly children?: ReactNode;
};

/** The remaining COE time on a card, as ticks and as text. Every card uses this component. */
export function CoeLine({ car, isShort = false, children }: CoeLineProps): ReactElement {
  const remainingCoe = describeRemainingCoe(car);
  return (
    <div className="card__coe">
      {remainingCoe.years === null ? null : <Meter tallTickCount={remainingCoe.fullYears} isLow={remainingCoe.isLow} />}
      {remainingCoe.years === null ? (
        <span>{isShort ? t.coeUnknownShort : t.coeUnknown}</span>
      ) : remainingCoe.years <= 0 ? (
        <span>{t.coeOver}</span>
      ) : (
        <span>
          <b className="num">{remainingCoe.text}</b> {isShort ? t.left : t.coeLeft}
        </span>
      )}
      {children}
    </div>
  );
}
