import { lazy, type ReactElement, Suspense } from 'react';
import { AdvertGrid } from './advert-grid.tsx';
import { AdvertStrip } from './advert-strip.tsx';
import { CarsByPrice } from './cars-by-price.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { Hero } from './hero.tsx';
import './home-page.css';
import './home-sections.css';
import { ProductCategory } from './product-category.tsx';
import { Slides } from './slides.tsx';
import { usePromo } from './use-promo.ts';

const PromoDialog = lazy(async () => ({ default: (await import('./promo-dialog.tsx')).PromoDialog }));

export function HomePage(): ReactElement {
  const [promo, closePromo] = usePromo();
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <AdvertStrip />
      <CarsByPrice />
      <div className="section section--last">
        <Slides />
      </div>
      <AdvertGrid />
      <ProductCategory />
      <FeedbackForm />
      {promo ? (
        <Suspense>
          <PromoDialog onClose={closePromo} />
        </Suspense>
      ) : null}
    </main>
  );
}
