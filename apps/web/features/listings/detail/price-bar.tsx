import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { type PriceRank, rankPrice } from '@carhouse/domain/listing/price-rank';
import { Info } from 'lucide-react';
import type { ReactElement } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { Callout } from '../../../ui/callout.tsx';
import { formatCount, formatMoney } from '../../../ui/format.ts';
import styles from './car-page.module.css';

const t = listingDetailMessages.price;

/** Compares the price with those of similar cars: a sentence, a bar, and all prices on request. */
export function PriceComparison({ car }: { car: ListingDetail }): ReactElement {
  const prices = car.comparables.map((comparableCar) => comparableCar.resalePrice);
  const priceRank = rankPrice(car.resalePrice, prices);
  return (
    <section className={styles.block} aria-labelledby="price-among">
      <h2 id="price-among">{t.heading}</h2>
      {priceRank === null ? (
        <Callout icon={Info} className={styles.blockNote}>
          {t.tooFew}
        </Callout>
      ) : (
        <>
          <p className={styles.verdict}>
            <b className={priceRank.differenceFromMedian < 0 ? `num ${styles.isBelow}` : 'num'}>
              {describeDistanceFromMedian(priceRank)}
            </b>{' '}
            <span className="num">{describePriceRank(priceRank)}</span>
          </p>
          <PriceBar price={car.resalePrice} priceRank={priceRank} />
          <details className={styles.asRows}>
            <summary>{t.all(formatCount(priceRank.prices.length))}</summary>
            <ol className="num">
              {car.comparables.map((comparableCar) => (
                <li key={comparableCar._id}>{formatMoney(comparableCar.resalePrice)}</li>
              ))}
            </ol>
          </details>
        </>
      )}
    </section>
  );
}

function describeDistanceFromMedian({ differenceFromMedian }: PriceRank): string {
  if (differenceFromMedian === 0) return t.at;
  const amount = formatMoney(Math.abs(Math.round(differenceFromMedian)));
  return differenceFromMedian < 0 ? t.below(amount) : t.above(amount);
}

function describePriceRank({ prices, cheaperCount: cheaper, dearerCount: dearer }: PriceRank): string {
  return t.among(formatCount(prices.length), formatCount(cheaper), formatCount(dearer));
}

/** Usual width of a character of the label in pixels, rounded up. The text has a font size of 14 pixels. */
const characterWidth = 7.7;

/** The bar with all prices. Positions are percentages of the width, so it fits every screen without a script. */
function PriceBar({ price, priceRank }: { price: number; priceRank: PriceRank }): ReactElement {
  const { axisStart, axisEnd, firstQuartile, thirdQuartile, median } = priceRank;
  const toAxisPercent = (value: number): number => ((value - axisStart) / (axisEnd - axisStart)) * 100;
  const formatAxisPercent = (value: number): string => `${toAxisPercent(value).toFixed(2)}%`;
  const labelText = t.thisCar(formatMoney(price));
  const labelWidth = Math.round(labelText.length * characterWidth + 22);
  const isLabelRight = toAxisPercent(price) < 50;
  return (
    <figure className={styles.priceBar}>
      <svg
        className={styles.priceBarChart}
        role="img"
        aria-label={`${describeDistanceFromMedian(priceRank)} ${describePriceRank(priceRank)}`}
      >
        <rect
          className={styles.priceBarBand}
          x={formatAxisPercent(firstQuartile)}
          y="58"
          width={`${(toAxisPercent(thirdQuartile) - toAxisPercent(firstQuartile)).toFixed(2)}%`}
          height="40"
          rx="3"
        />
        {[...new Set(priceRank.prices)].map((comparedPrice) => (
          <line
            key={comparedPrice}
            className={styles.priceBarTick}
            x1={formatAxisPercent(comparedPrice)}
            x2={formatAxisPercent(comparedPrice)}
            y1="72"
            y2="98"
          />
        ))}
        <line
          className={styles.priceBarMedian}
          x1={formatAxisPercent(median)}
          x2={formatAxisPercent(median)}
          y1="42"
          y2="98"
        />
        <svg className={styles.priceBarLabel} x={formatAxisPercent(median)} y="42" aria-hidden="true">
          <text
            className="num"
            x={toAxisPercent(median) < 60 ? 10 : -10}
            y="12"
            textAnchor={toAxisPercent(median) < 60 ? 'start' : 'end'}
          >
            {t.median(formatMoney(median))}
          </text>
        </svg>
        <line className={styles.priceBarAxis} x1="0" x2="100%" y1="98" y2="98" />
        <line
          className={styles.priceBarNeedle}
          x1={formatAxisPercent(price)}
          x2={formatAxisPercent(price)}
          y1="3"
          y2="102"
        />
        <svg className={styles.priceBarFlag} x={formatAxisPercent(price)} y="0" aria-hidden="true">
          <rect x={isLabelRight ? 9 : -labelWidth - 9} width={labelWidth} height="30" rx="6" />
          <text className="num" x={isLabelRight ? 9 + labelWidth / 2 : -9 - labelWidth / 2} y="20" textAnchor="middle">
            {labelText}
          </text>
        </svg>
      </svg>
      <figcaption className={`${styles.priceBarEnds} num`}>
        <span>{formatMoney(axisStart)}</span>
        <span className={styles.priceBarMid}>
          {t.middleHalf(formatMoney(firstQuartile), formatMoney(thirdQuartile))}
        </span>
        <span>{formatMoney(axisEnd)}</span>
      </figcaption>
    </figure>
  );
}
