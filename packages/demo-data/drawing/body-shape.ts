/**
 * A point in centimetres. x increases from the front end of the car to its rear end. y is 0 on the ground and negative
 * above it.
 */
export type Point = readonly [x: number, y: number];

/**
 * The side view of one kind of car, facing left. Lengths are in centimetres, and every string is SVG path data in
 * centimetres. The drawing fills `outlinePath` with the paint and draws the other parts over it.
 */
export interface BodyShape {
  readonly length: number;
  readonly height: number;
  readonly wheelRadius: number;
  readonly frontAxleX: number;
  readonly rearAxleX: number;
  /**
   * Pixels for one centimetre in the full image. The scale differs from body to body, so that long and tall bodies fill
   * the image equally.
   */
  readonly scale: number;
  readonly outlinePath: string;
  readonly glassPath: string;
  readonly pillarPaths: readonly string[];
  readonly doorPaths: readonly string[];
  readonly creasePath: string;
  readonly sillPath: string;
  readonly headlampPath: string;
  readonly tailLampPath: string;
  readonly doorHandlePoints: readonly Point[];
  readonly mirrorPoint: Point;
  readonly grillePath?: string;
  readonly airIntakePath?: string;
  /** Seats and roll bars of an open car, drawn behind the outline. */
  readonly openCabinPaths?: readonly string[];
  /** Whether dark plastic covers the sills and the edges of the wheel arches, as on off-road cars. */
  readonly hasCladding?: boolean;
  /** Rails along the roof, as distances from the front end. */
  readonly roofRailRange?: readonly [from: number, to: number];
  /** The outline without the spare wheel and other parts on the rear end, for views from a corner. */
  readonly plainOutlinePath?: string;
  /** The fabric roof of a closed convertible. The fabric roof is drawn over the paint. */
  readonly softTopPath?: string;
}
