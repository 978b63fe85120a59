import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { homeSectionMessages } from '#messages/home-sections';
import { useClient } from '../../app/api.ts';
import { formatCountWithNoun, formatRoundMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './cars-by-price.module.css';
import { priceHistogramQuery } from './home-queries.ts';
import { type PriceBand, sumPriceBands } from './price-bands.ts';

const t = homeSectionMessages.byPrice;

/**
 * A chart of the cars on sale by price: each column is a price range, and each band links to a search. Renders nothing
 * when no listing is on sale.
 */
export function CarsByPrice(): ReactElement | null {
  const { data } = useQuery(priceHistogramQuery(useClient()));
  if (data?.bars === undefined || data.total === 0) return null;
  const bands = sumPriceBands(data.bars);
  const highestColumnCount = Math.max(...bands.flatMap(({ columns }) => columns));
  return (
    <section className={`section ${styles.byPrice}`} aria-labelledby="by-price">
      <div className="wrap">
        <div className={styles.ruleHead}>
          <h2 id="by-price">{t.title(formatCountWithNoun(data.total, ...homeSectionMessages.previewCars))}</h2>
          <p>{t.lead}</p>
        </div>
        <div className={styles.rule}>
          {bands.map((band) => (
            <PriceBandColumns key={band.from} band={band} highestColumnCount={highestColumnCount} />
          ))}
        </div>
      </div>
    </section>
  );
}

function PriceBandColumns({ band, highestColumnCount }: { band: PriceBand; highestColumnCount: number }): ReactElement {
  const { from, to, cars, columns } = band;
  // The prices of a search are whole dollars, and both bounds are included.
  const search = { ...(from === 0 ? {} : { minPrice: from }), ...(to === undefined ? {} : { maxPrice: to - 1 }) };
  return (
    <Link to="/cars" search={search}>
      <svg
        className={styles.ruleTicks}
        viewBox={`0 0 ${columns.length} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          d={columns.map((carCount, index) => makeColumnPath(index, (100 * carCount) / highestColumnCount)).join('')}
        />
      </svg>
      <span className={styles.ruleLabel}>
        <b className="num">{formatBandRange(band)}</b>
        <span className="num">{formatCountWithNoun(cars, ...homeSectionMessages.previewCars)}</span>
      </span>
      <Icon of={ArrowRight} className={styles.ruleArrow} />
    </Link>
  );
}

/**
 * Returns a column of the chart as the SVG path of a vertical line. The width of the column is the stroke width, which
 * does not stretch with the chart.
 */
function makeColumnPath(columnIndex: number, height: number): string {
  return height === 0 ? '' : `M${columnIndex + 0.5} 100V${Math.round(100 - Math.max(3, height))}`;
}

function formatBandRange({ from, to }: PriceBand): string {
  if (from === 0) return t.under(formatRoundMoney(to ?? 0));
  return to === undefined ? t.over(formatRoundMoney(from)) : t.between(formatRoundMoney(from), formatRoundMoney(to));
}
