import type { ReactElement } from 'react';
import { Hero } from './hero.tsx';
import './home-page.css';
import { ProductCategory } from './product-category.tsx';

export function HomePage(): ReactElement {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <ProductCategory />
    </main>
  );
}
