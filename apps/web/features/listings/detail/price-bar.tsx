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
  const prices = car.comparables.map((comparable) => comparable.resalePrice);
  const rankAmongPrices = rankPrice(car.resalePrice, prices);
  return (
    <section className={styles.block} aria-labelledby="price-among">
      <h2 id="price-among">{t.heading}</h2>
      {rankAmongPrices === null ? (
        <Callout icon={Info} className={styles.blockNote}>
          {t.tooFew}
        </Callout>
      ) : (
        <>
          <p className={styles.verdict}>
            <b className={rankAmongPrices.fromMedian < 0 ? `num ${styles.isBelow}` : 'num'}>
              {describePricePosition(rankAmongPrices)}
            </b>{' '}
            <span className="num">{describePlaceAmongPrices(rankAmongPrices)}</span>
          </p>
          <PriceBar price={car.resalePrice} rankAmongPrices={rankAmongPrices} />
          <details className={styles.asRows}>
            <summary>{t.all(formatCount(rankAmongPrices.prices.length))}</summary>
            <ol className="num">
              {car.comparables.map((comparable) => (
                <li key={comparable._id}>{formatMoney(comparable.resalePrice)}</li>
              ))}
            </ol>
          </details>
        </>
      )}
    </section>
  );
}

function describePricePosition({ fromMedian }: PriceRank): string {
  if (fromMedian === 0) return t.at;
  const amount = formatMoney(Math.abs(Math.round(fromMedian)));
  return fromMedian < 0 ? t.below(amount) : t.above(amount);
}

function describePlaceAmongPrices({ prices, cheaperCount: cheaper, dearerCount: dearer }: PriceRank): string {
  return t.among(formatCount(prices.length), formatCount(cheaper), formatCount(dearer));
}

/** Usual width of a character of the label in pixels, rounded up. The text has a font size of 14 pixels. */
const characterWidth = 7.7;

/** The bar with all prices. Positions are percentages of the width, so it fits every screen without a script. */
function PriceBar({ price, rankAmongPrices }: { price: number; rankAmongPrices: PriceRank }): ReactElement {
  const { axisStart, axisEnd, lowerQuarter, upperQuarter, median } = rankAmongPrices;
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
        aria-label={`${describePricePosition(rankAmongPrices)} ${describePlaceAmongPrices(rankAmongPrices)}`}
      >
        <rect
          className={styles.priceBarBand}
          x={formatAxisPercent(lowerQuarter)}
          y="58"
          width={`${(toAxisPercent(upperQuarter) - toAxisPercent(lowerQuarter)).toFixed(2)}%`}
          height="40"
          rx="3"
        />
        {[...new Set(rankAmongPrices.prices)].map((comparedPrice) => (
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
        <span className={styles.priceBarMid}>{t.middleHalf(formatMoney(lowerQuarter), formatMoney(upperQuarter))}</span>
        <span>{formatMoney(axisEnd)}</span>
      </figcaption>
    </figure>
  );
}
