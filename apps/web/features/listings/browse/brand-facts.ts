import { sharedMessages } from '#messages/shared';
import type { BrandPage } from '../../../app/paths.ts';

/** A stored category as running text writes it: `Rolls-Royce`, `Aston Martin`. */
export function brandName(category: string): string {
  return sharedMessages.brandNames[category] ?? category.replaceAll('_', ' ');
}

/** The stored category of each collection. */
export const brandCategories: Readonly<Record<BrandPage, string>> = {
  mercedes: 'Mercedes_Benz',
  rolls: 'Rolls_Royce',
  tesla: 'Tesla',
  ferrari: 'Ferrari',
  audi: 'Audi',
};
