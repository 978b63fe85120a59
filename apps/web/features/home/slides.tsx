import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react';
import type { ReactElement } from 'react';
import { homeSectionMessages } from '#messages/home-sections';
import { Icon } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import duskUrl from './art/wide-dusk.svg?url';
import nightUrl from './art/wide-night.svg?url';
import sageUrl from './art/wide-sage.svg?url';
import sandUrl from './art/wide-sand.svg?url';
import styles from './home-sections.module.css';
import { useCarousel } from './use-carousel.ts';

const slides = [
  { ...homeSectionMessages.slides.all, image: sandUrl, to: '/cars', hash: '' },
  { ...homeSectionMessages.slides.costs, image: sageUrl, to: '/about', hash: 'prices' },
  { ...homeSectionMessages.slides.electric, image: nightUrl, to: '/tesla', hash: '' },
  { ...homeSectionMessages.slides.viewing, image: duskUrl, to: '/about', hash: 'bookings' },
] as const;

/**
 * The image carousel with four slides (specification, section 2). Without scripts the carousel is a row that users
 * scroll.
 */
export function Slides(): ReactElement {
  const {
    viewRef,
    visibleIndex,
    isPlaying: isAutoPlaying,
    setIsPlaying: setPlays,
    goToSlide,
  } = useCarousel(slides.length);
  const t = homeSectionMessages.carousel;
  return (
    <section className={styles.show} aria-roledescription="carousel" aria-labelledby="featured">
      <h2 className="visually-hidden" id="featured">
        {t.name}
      </h2>
      <ul className={styles.showView} ref={viewRef}>
        {slides.map(({ title, text, image, to, hash }, index) => (
          <li
            key={title}
            className={styles.slide}
            aria-roledescription="slide"
            aria-label={t.slide(index + 1, slides.length, title)}
          >
            <Link to={to} {...(hash === '' ? {} : { hash })}>
              <div className={styles.slideImg}>
                <img src={image} alt="" width={1680} height={720} loading="lazy" decoding="async" />
              </div>
              <div className={styles.slideCap}>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </Link>
          </li>
        ))}
      </ul>
      <div className="wrap">
        <div className={styles.showCtl}>
          <Meter tallTickCount={visibleIndex + 1} tickCount={slides.length} />
          <p className="visually-hidden" aria-live={isAutoPlaying ? 'off' : 'polite'}>
            {t.position(visibleIndex + 1, slides.length)}
          </p>
          <button className="iconbtn" type="button" aria-label={t.previous} onClick={() => goToSlide(visibleIndex - 1)}>
            <Icon of={ArrowLeft} />
          </button>
          <button
            className="iconbtn"
            type="button"
            aria-label={isAutoPlaying ? t.pause : t.play}
            onClick={() => setPlays(!isAutoPlaying)}
          >
            <Icon of={isAutoPlaying ? Pause : Play} />
          </button>
          <button className="iconbtn" type="button" aria-label={t.next} onClick={() => goToSlide(visibleIndex + 1)}>
            <Icon of={ArrowRight} />
          </button>
        </div>
      </div>
    </section>
  );
}
