import type { SellerProfile } from '@carhouse/contract/sellers';
import { countedSellerCarsMaximum } from '@carhouse/domain/listing/listing';
import { BadgeCheck, Info } from 'lucide-react';
import type { ReactElement } from 'react';
import { sellerMessages } from '#messages/sellers';
import { Badge } from '../../ui/badge.tsx';
import { formatCount, formatShortMoney } from '../../ui/format.ts';
import { formatDate, formatMonth } from '../../ui/format-date.ts';
import { Meter } from '../../ui/meter.tsx';
import { formatCarCount } from './count-of-cars.ts';
import styles from './seller-page.module.css';

const t = sellerMessages;

/** Four facts about a seller, each with a figure, a row of ticks or a badge, and an explaining line. */
export function SellerFacts({ seller }: { seller: SellerProfile }): ReactElement {
  return (
    <section aria-label={t.facts}>
      <dl className={styles.facts}>
        <OnSaleFacts seller={seller} />
        <PhotoFacts seller={seller} />
        <SalesChart seller={seller} />
        <VerificationFacts seller={seller} />
      </dl>
    </section>
  );
}

function OnSaleFacts({ seller: { carsOnOffer, lowestPrice, highestPrice } }: { seller: SellerProfile }): ReactElement {
  return (
    <div>
      <dt>{t.onSale}</dt>
      <dd className="num">{carsOnOffer === 0 ? t.noneOnSale : formatCarCount(carsOnOffer)}</dd>
      {lowestPrice === null || highestPrice === null ? null : (
        <dd className={`${styles.note} num`}>
          {t.range(formatShortMoney(lowestPrice), formatShortMoney(highestPrice))}
        </dd>
      )}
    </div>
  );
}

/** Maximum number of ticks in a row of ticks. */
const tickCountMaximum = 24;

function PhotoFacts({ seller: { carsOnOffer, withPhotos } }: { seller: SellerProfile }): ReactElement {
  const tickCount = Math.min(carsOnOffer, tickCountMaximum);
  const makeCountText = carsOnOffer < countedSellerCarsMaximum ? t.ofCars : t.ofNewest;
  return (
    <div>
      <dt>{t.withPhotos}</dt>
      <dd className="num">
        {carsOnOffer === 0 ? t.noPhotos : makeCountText(formatCount(withPhotos), formatCount(carsOnOffer))}
      </dd>
      {carsOnOffer === 0 ? null : (
        <dd className={styles.graph}>
          <Meter tickCount={tickCount} tallTickCount={Math.round((withPhotos / carsOnOffer) * tickCount)} />
        </dd>
      )}
    </div>
  );
}

/** Height of the largest bar in the chart of sales, in pixels. */
const barHeightPixels = 22;
/** Distance between the left edges of two neighbouring bars in the chart of sales, in pixels. */
const barStepPixels = 5;

function SalesChart({ seller: { sales } }: { seller: SellerProfile }): ReactElement {
  const totalCount = sales.reduce((sum, { cars }) => sum + cars, 0);
  const highestCarCount = Math.max(1, ...sales.map(({ cars }) => cars));
  const lastMonth = sales.at(-1);
  return (
    <div>
      <dt>{t.sold}</dt>
      <dd className="num">
        {lastMonth === undefined
          ? formatCount(totalCount)
          : t.soldInMonth(formatCount(lastMonth.cars), formatMonth(`${lastMonth.month}-15`))}
      </dd>
      <dd className={styles.graph}>
        {/* The content security policy allows no inline styles, so the bars are SVG. */}
        <svg
          className={styles.spark}
          role="img"
          aria-label={t.soldChart(formatCount(totalCount))}
          viewBox={`0 0 ${sales.length * barStepPixels - 2} ${barHeightPixels}`}
        >
          {sales.map((monthSales, index) => {
            const height =
              monthSales.cars === 0 ? 2 : Math.max(2, (monthSales.cars / highestCarCount) * barHeightPixels);
            return (
              <rect
                key={monthSales.month}
                className={monthSales.cars === 0 ? styles.none : undefined}
                x={index * barStepPixels}
                y={barHeightPixels - height}
                width="3"
                height={height}
                rx="1"
              />
            );
          })}
        </svg>
      </dd>
      <dd className={`${styles.note} num`}>{t.soldInYear(formatCount(totalCount))}</dd>
    </div>
  );
}

function VerificationFacts({ seller: { verifiedOn } }: { seller: SellerProfile }): ReactElement {
  return (
    <div>
      <dt>{t.verification}</dt>
      <dd className={styles.badge}>
        {verifiedOn === null ? (
          <Badge icon={Info}>{t.notVerified}</Badge>
        ) : (
          <Badge kind="ok" icon={BadgeCheck}>
            {t.verified}
          </Badge>
        )}
      </dd>
      <dd className={`${styles.note} num`}>
        {verifiedOn === null ? t.notVerifiedNote : t.verifiedOn(formatDate(verifiedOn))}
      </dd>
    </div>
  );
}
