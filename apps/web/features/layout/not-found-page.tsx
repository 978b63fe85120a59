import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import styles from './not-found-page.module.css';

const [digit] = texts.notFound.code;

export function NotFoundPage(): ReactElement {
  return (
    <main id="main" className={`wrap ${styles.notFound}`} tabIndex={-1}>
      <p className={styles.notFoundCode} role="img" aria-label={texts.notFound.code}>
        <span aria-hidden="true">{digit}</span>
        <DecorativeRing />
        <span aria-hidden="true">{digit}</span>
      </p>
      <h1>{texts.notFound.sorry}</h1>
      <p>{texts.notFound.but}</p>
      <Link className="btn btn--primary btn--lg" to="/home">
        {texts.notFound.back}
      </Link>
    </main>
  );
}

/** A decorative ring with ten spokes, of which one is highlighted. */
function DecorativeRing(): ReactElement {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true">
      <circle r="98" fill="oklch(0.20 0.012 168)" />
      <circle r="92" fill="none" stroke="oklch(0.34 0.012 168)" strokeWidth="1.5" />
      <circle r="74" fill="oklch(0.15 0.01 168)" />
      <circle r="46" fill="oklch(0.38 0.012 168)" />
      <circle r="44" fill="none" stroke="oklch(0.5 0.012 168)" strokeWidth="1.5" />
      {[0, 36, 72, 108, 144, 180, 216, 252, 288, 324].map((angle) => (
        <path
          key={angle}
          transform={`rotate(${angle})`}
          d="M-4.4,-9 L-6.4,-69 L6.4,-69 L4.4,-9 Z"
          fill={angle === 0 ? 'oklch(0.66 0.12 163)' : 'oklch(0.86 0.008 165)'}
        />
      ))}
      <circle r="71" fill="none" stroke="oklch(0.86 0.008 165)" strokeWidth="6" />
      <circle r="16" fill="oklch(0.72 0.01 165)" />
      <circle r="8" fill="oklch(0.2 0.012 168)" />
    </svg>
  );
}
