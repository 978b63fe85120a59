import type { Product } from '@carhouse/contract/listings';
import { brandName } from '../browse/brand-facts.ts';

/** `Ferrari Roma`: brand and model, the brand only once. */
export function carName({ category, title }: Pick<Product, 'category' | 'title'>): string {
  const brand = brandName(category);
  return title.toLowerCase().startsWith(brand.toLowerCase()) ? title : `${brand} ${title}`;
}
