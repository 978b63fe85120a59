import type { BrandPage } from '../../paths.ts';

type BrandFacts = { readonly name: string; readonly lead: string };

/** What each brand page says about its collection. */
export const brandFacts: Record<BrandPage, BrandFacts> = {
  ferrari: {
    name: 'Ferrari',
    lead: "Maranello's front-engined tourers and mid-engined V8s, with the COE, the yearly cost and the seller's standing on every card.",
  },
  audi: {
    name: 'Audi',
    lead: 'From the A3 to the RS estates and the electric e-tron, each with its COE, its yearly cost and who is selling it.',
  },
  mercedes: {
    name: 'Mercedes-Benz',
    lead: 'Saloons, estates and SUVs from Stuttgart, and the AMG cars among them, with the COE left and the cost of a year.',
  },
  rolls: {
    name: 'Rolls-Royce',
    lead: 'Ghost, Phantom, Cullinan and their kin. Few change hands, so every card shows the COE, the history and the seller.',
  },
  tesla: {
    name: 'Tesla',
    lead: 'Model 3, Y, S and X, charged at home or on the road: the COE left, the yearly cost and the seller on every card.',
  },
};

const written: Readonly<Record<string, string>> = { Mercedes_Benz: 'Mercedes-Benz', Rolls_Royce: 'Rolls-Royce' };

/** A stored category as running text writes it: `Rolls-Royce`, `Aston Martin`. */
export function brandName(category: string): string {
  return written[category] ?? category.replaceAll('_', ' ');
}
