/**
 * The size in pixels of the preview image of a shared link, which Facebook, WhatsApp and X use (Open Graph, 1.91:1).
 */
export const shareCardSize = { width: 1200, height: 630 } as const;

/** The texts on the preview image of a shared listing. All these texts are public and contain no personal data. */
export type ShareCard = {
  /** Brand and model. The seller wrote this text, so it may be any text of at most 200 characters. */
  readonly name: string;
  /** The price, or a text saying that the car is sold. */
  readonly price: string;
  /** The year and the location. */
  readonly about: string;
  /**
   * The remaining COE in words, and as the number of filled ticks of ten. `litTicks` is null when the COE is unknown.
   */
  readonly coe: { readonly words: string; readonly litTicks: number | null };
  readonly siteName: string;
};

/** The version of the design. Increase the version when the look of the image changes but not its texts. */
export const shareCardDesignVersion = 1;
