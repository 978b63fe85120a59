import type { AdvertisedCarAnswer } from '@carhouse/contract/advertisements';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { homeMessages } from '#messages/home';
import { useClient } from '../../app/api.ts';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { advertStripQuery } from './home-queries.ts';
import styles from './home-sections.module.css';

/**
 * A moving row of advertised cars, which passes through the screen once in 60 seconds. The row pauses while the pointer
 * or the focus is on it, and by a button. With reduced motion, users scroll the row themselves.
 */
export function AdvertStrip(): ReactElement | null {
  const { data: cars = [] } = useQuery(advertStripQuery(useClient()));
  const [isStripPaused, setStripPaused] = useState(false);
  if (cars.length === 0) return null;
  const label = isStripPaused ? homeMessages.strip.move : homeMessages.strip.pause;
  return (
    <section
      className={isStripPaused ? `${styles.strip} ${styles.isPaused}` : styles.strip}
      aria-label={homeMessages.strip.name}
    >
      <div className={styles.stripCtl}>
        <button className="iconbtn" type="button" aria-label={label} onClick={() => setStripPaused(!isStripPaused)}>
          <Icon of={isStripPaused ? Play : Pause} />
        </button>
      </div>
      <div className={styles.stripView}>
        <AdvertRow cars={cars} />
        {/*
         * A copy of the row. The copy is visible while the first row has left the screen, so that the movement has
         * no gap.
         */}
        <AdvertRow cars={cars} isCopy />
      </div>
    </section>
  );
}

function AdvertRow({ cars, isCopy = false }: { cars: readonly AdvertisedCarAnswer[]; isCopy?: boolean }): ReactElement {
  return (
    <ul className={styles.stripRun} aria-hidden={isCopy || undefined}>
      {cars.map((car) => (
        <li key={car._id}>
          <Link to="/cars/$id" params={{ id: car._id }} tabIndex={isCopy ? -1 : undefined}>
            <span className="thumb">
              <ResponsiveImage url={car.image} size={car.imageSize} alt="" sizes="60px" />
            </span>
            <b>{formatCarName(car.category, car.title)}</b>
            <span className="num">{formatMoney(car.resalePrice)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
