import { texts } from '@carhouse/contract/texts';
import type { ReactElement } from 'react';
import squareUrl from './hero.svg?url';
import tallUrl from './hero-m.svg?url';
import wideUrl from './hero-w.svg?url';

/** The first screen: the picture, the heading and the promise of the specification. */
export function Hero(): ReactElement {
  return (
    <div className="hero">
      <picture className="hero__bg">
        <source media="(max-width: 63.99rem) and (max-aspect-ratio: 1/1)" srcSet={tallUrl} />
        <source media="(min-aspect-ratio: 9/5)" srcSet={wideUrl} />
        <img src={squareUrl} alt="" fetchPriority="high" />
      </picture>
      <div className="wrap hero__in">
        <h1>{texts.hero.heading}</h1>
        <p className="hero__lead">{texts.hero.paragraph}</p>
      </div>
    </div>
  );
}
