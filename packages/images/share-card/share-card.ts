/** The size of the picture of a shared link in pixels, as Facebook, WhatsApp and X take it (Open Graph, 1.91:1). */
export const shareCardSize = { width: 1200, height: 630 } as const;

/** The texts of the picture of a shared car. All of them are public, and none is about a person. */
export type ShareCard = {
  /** Brand and model; the seller wrote it, so it may be any text of at most 200 characters. */
  readonly name: string;
  /** Price, or that the car is sold. */
  readonly price: string;
  /** Year and place. */
  readonly about: string;
  /** COE left in words, and as ticks of ten. Ticks are null when the COE is unknown. */
  readonly coe: { readonly words: string; readonly lit: number | null };
  readonly siteName: string;
};

/** Whatever changes the look of the picture without changing its texts raises this number: it is part of the version. */
export const shareCardDesign = 1;
