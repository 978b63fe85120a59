/**
 * A point in centimetres. x increases from the front end of the car to its rear end. y is 0 on the ground and negative
 * above it.
 */
export type Point = readonly [x: number, y: number];

/**
 * The side view of one kind of car, facing left. Lengths are in centimetres, and every string is SVG path data in
 * centimetres. The drawing fills `outline` with the paint and draws the other parts over it.
 */
export interface BodyShape {
  readonly length: number;
  readonly height: number;
  readonly wheelRadius: number;
  readonly frontAxle: number;
  readonly rearAxle: number;
  /**
   * Pixels for one centimetre in the full image. The scale differs from body to body, so that long and tall bodies fill
   * the image equally.
   */
  readonly scale: number;
  readonly outline: string;
  readonly glass: string;
  readonly pillars: readonly string[];
  readonly doors: readonly string[];
  readonly crease: string;
  readonly sill: string;
  readonly headlamp: string;
  readonly tailLamp: string;
  readonly doorHandles: readonly Point[];
  readonly mirror: Point;
  readonly grille?: string;
  readonly airIntake?: string;
  /** Seats and roll bars of an open car, drawn behind the outline. */
  readonly openCabin?: readonly string[];
  /** Whether dark plastic covers the sills and the edges of the wheel arches, as on off-road cars. */
  readonly cladding?: boolean;
  /** Rails along the roof, as distances from the front end. */
  readonly roofRails?: readonly [from: number, to: number];
  /** The outline without the spare wheel and other parts on the rear end, for views from a corner. */
  readonly plainOutline?: string;
  /** The fabric roof of a closed convertible. The fabric roof is drawn over the paint. */
  readonly softTop?: string;
}
