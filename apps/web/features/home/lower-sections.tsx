import { lazy, type ReactElement, Suspense, useEffect } from 'react';
import { AdvertGrid } from './advert-grid.tsx';
import { CarsByPrice } from './cars-by-price.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import styles from './home-sections.module.css';
import { ProductCategory } from './product-category.tsx';
import { Slides } from './slides.tsx';
import { usePromo } from './use-promo.ts';

const PromoDialog = lazy(async () => ({ default: (await import('./promo-dialog.tsx')).PromoDialog }));

/** The part of Home below the first screen, and components that wait until a visitor uses the page. */
export function LowerSections(): ReactElement {
  useEffect(() => {
    document.getElementById('main')?.removeAttribute('data-late');
  }, []);
  const [isPromoShown, closePromo] = usePromo();
  return (
    <>
      <CarsByPrice />
      <div className={`section ${styles.sectionLast}`}>
        <Slides />
      </div>
      <AdvertGrid />
      <ProductCategory />
      <FeedbackForm />
      {isPromoShown ? (
        <Suspense>
          <PromoDialog onClose={closePromo} />
        </Suspense>
      ) : null}
    </>
  );
}
