import { texts } from '@carhouse/contract/texts';
import type { ReactElement } from 'react';
import squareUrl from './hero.svg?url';
import tallImage from './hero-m.svg?inline';
import tallUrl from './hero-m.svg?url';
import wideUrl from './hero-w.svg?url';
import styles from './home-page.module.css';
import { SearchForm } from './search-form.tsx';

const tallScreenQuery = '(max-width: 63.99rem) and (max-aspect-ratio: 1/1)';
const wideScreenQuery = '(min-aspect-ratio: 9/5)';

/** The first screen of Home: the image, the heading and the promise that the specification requires, and the search. */
export function Hero(): ReactElement {
  return (
    <div className={styles.hero}>
      <picture className={styles.heroBackground}>
        {/* The image is inlined in the page, so that it needs no second request. */}
        <source media={tallScreenQuery} srcSet={import.meta.env.SSR ? tallImage : tallUrl} suppressHydrationWarning />
        <source media={wideScreenQuery} srcSet={wideUrl} />
        <img src={squareUrl} alt="" width={1600} height={1000} fetchPriority="high" decoding="async" />
      </picture>
      <div className={`wrap ${styles.heroInner}`}>
        <h1>{texts.hero.heading}</h1>
        <p className={styles.heroLead}>{texts.hero.paragraph}</p>
        <SearchForm />
      </div>
    </div>
  );
}
