import type { BodyShape, Point } from './body-shape.ts';
import { pathPoints } from './path-points.ts';

/**
 * A point in space, in centimetres: x from the front end to the rear end, y up from the ground, z from the middle to
 * the viewer's side.
 */
export type SpacePoint = readonly [x: number, y: number, z: number];

/**
 * A three-dimensional shape made from the side view of a car. The heights come from the outline, and the widths from
 * rules that suit most cars.
 */
export interface BodySolid {
  /** Length of the car from the front end to the rear end. */
  readonly length: number;
  /** Half of the largest width of the car without mirrors. */
  readonly halfWidth: number;
  /** Height of the lower edge of the windows. */
  readonly beltHeight: number;
  /** The distances from the front end at which the windscreen begins and ends. */
  readonly windscreen: readonly [from: number, to: number];
  /** The distances from the front end at which the rear window begins and ends. */
  readonly rearWindow: readonly [from: number, to: number];
  /** The height of the highest point of the body at this distance from the front end. */
  top(x: number): number;
  /** The height of the lowest point of the body at this distance from the front end. */
  bottom(x: number): number;
  /** The point on the surface of the side at this distance from the front end and at this height. */
  side(x: number, y: number): SpacePoint;
  /**
   * A point on the upper surface (bonnet, glass, roof, boot). `share` is its distance from the middle line, from -1 to
   * 1 of half the local width.
   */
  pointOnUpperBody(x: number, share: number): SpacePoint;
  /** The points of half of a cross-section, from the lower edge of the side to the middle of the top. */
  section(x: number): readonly SpacePoint[];
  /** A point on the front face at this height. `share` is -1 to 1 of half the width. */
  front(y: number, share: number): SpacePoint;
  /** A point on the rear face at this height. `share` is -1 to 1 of half the width. */
  rear(y: number, share: number): SpacePoint;
}

/** Width of the roof as a share of the width below the windows. */
const roofShare = 0.72;

/**
 * The heights of the points of a cross-section on the side below the windows, as shares of the height between the lower
 * edge and the windows.
 */
const sideHeightShares = [0, 0.05, 0.12, 0.2, 0.28, 0.36, 0.46, 0.56, 0.66, 0.76, 0.86, 0.94, 1] as const;
/** The heights of the points of a cross-section beside the windows, as shares of the height of the windows. */
const windowHeightShares = [0.3, 0.65, 0.9, 1] as const;
/** The distances of the points of a cross-section from the middle of the top, as shares of half the width. */
const upperWidthShares = [0.97, 0.88, 0.7, 0.45, 0.2, 0] as const;

export function makeBodySolid(shape: BodyShape): BodySolid {
  const outline = pathPoints(shape.plainOutline ?? shape.outline).flat();
  const glass = pathPoints(shape.glass).flat();
  const { height } = shape;
  const length = Math.max(...outline.map(([x]) => x)) + 3;
  const halfWidth = Math.min(102, 60 + height * 0.12 + length * 0.032);
  const beltHeight = -Math.max(...glass.map(([, y]) => y)) + 2;
  const glassStart = Math.min(...glass.map(([x]) => x));
  const glassEnd = Math.max(...glass.map(([x]) => x));
  const topEdge = traceEdge(outline, length, Math.min);
  const lowerEdge = traceEdge(outline, length, Math.max);
  // The fenders of low cars rise over the wheels.
  const fender = (x: number, axleX: number): number => {
    const share = Math.abs(x - axleX) / (shape.wheelRadius * 2.1);
    return share >= 1 ? 0 : (shape.wheelRadius * 2 + 8) * Math.cos((share * Math.PI) / 2) ** 0.35;
  };
  const top = (x: number): number =>
    Math.max(-interpolate(topEdge, x), fender(x, shape.frontAxle), fender(x, shape.rearAxle));
  const lowerHeightAt = (x: number): number => -interpolate(lowerEdge, x);
  const highest = Math.max(...Array.from({ length: Math.floor(length) }, (_, x) => top(x)));
  const isHigh = (x: number): boolean => top(x) > beltHeight + 0.86 * (highest - beltHeight);
  const wholeDistances = Array.from({ length: Math.floor(length) }, (_, x) => x);
  const roofStart = wholeDistances.find(isHigh) ?? glassStart;
  const roofEnd = wholeDistances.findLast(isHigh) ?? glassEnd;

  /** Half of the largest width of a cross-section. The car is narrower towards its front and rear ends. */
  const halfWidthAt = (x: number): number => {
    const noseNarrowing = Math.max(0, 1 - x / (length * 0.26));
    const tailNarrowing = Math.max(0, 1 - (length - x) / (length * 0.2));
    return halfWidth * (1 - 0.13 * noseNarrowing ** 2 - 0.09 * tailNarrowing ** 2);
  };
  /** The distance by which the sides of the front and rear ends are behind the middle of these ends. */
  const bendHeightAt = (x: number, share: number): number => {
    const noseNarrowing = Math.max(0, 1 - x / (length * 0.24));
    const tailNarrowing = Math.max(0, 1 - (length - x) / (length * 0.2));
    return x + share ** 2 * (26 * noseNarrowing ** 1.5 - 17 * tailNarrowing ** 1.5);
  };
  const widthOf = (x: number, y: number): number => {
    const localWidth = halfWidthAt(x);
    if (y > beltHeight) return localWidth * (0.965 - (0.965 - roofShare) * ((y - beltHeight) / (highest - beltHeight)));
    const cornerDepth = beltHeight * 0.62;
    const share = (y - cornerDepth) / (y > cornerDepth ? beltHeight - cornerDepth : cornerDepth);
    return localWidth * (1 - (y > cornerDepth ? 0.035 : 0.06) * share ** 2);
  };
  const side = (x: number, y: number): SpacePoint => {
    const localWidth = widthOf(x, y);
    return [bendHeightAt(x, localWidth / halfWidth), y, localWidth];
  };
  const pointOnUpperBody = (x: number, share: number): SpacePoint => {
    const topHeight = top(x);
    const localWidth = widthOf(x, topHeight) * 0.95;
    const crownHeight = topHeight > beltHeight + 8 ? 3 : 5;
    return [
      bendHeightAt(x, (share * localWidth) / halfWidth),
      topHeight - crownHeight * share ** 2,
      share * localWidth,
    ];
  };
  const section = (x: number): readonly SpacePoint[] => {
    const [low, high] = [lowerHeightAt(x), top(x)];
    const shoulder = Math.min(high - 3, beltHeight);
    const sidePoints = sideHeightShares.map((share) => side(x, low + (shoulder - low) * share));
    const windows = windowHeightShares.map((share) => side(x, shoulder + (high - 3 - shoulder) * share));
    const [cornerX, cornerY, cornerZ] = pointOnUpperBody(x, 1);
    const last = windows.at(-1) ?? [cornerX, cornerY, cornerZ];
    const corner: SpacePoint = [(last[0] + cornerX) / 2, (last[1] + high) / 2, (last[2] + cornerZ) / 2 + 1];
    return [...sidePoints, ...windows, corner, ...upperWidthShares.map((share) => pointOnUpperBody(x, share))];
  };
  const noseEndAt = traceEdge(
    outline.map(([x, y]): Point => [-y, x]),
    height,
    Math.min,
  );
  const tailEdge = traceEdge(
    outline.map(([x, y]): Point => [-y, x]),
    height,
    Math.max,
  );
  const endFacePoint = (x: number, y: number, share: number): SpacePoint => {
    const z = share * widthOf(x, y);
    return [bendHeightAt(x, z / halfWidth), y, z];
  };
  return {
    length,
    halfWidth,
    beltHeight,
    windscreen: [glassStart - 6, roofStart],
    rearWindow: [roofEnd, Math.min(glassEnd + 26, length - 22)],
    top,
    bottom: lowerHeightAt,
    side,
    pointOnUpperBody,
    section,
    front: (y, share) => endFacePoint(interpolate(noseEndAt, y), y, share),
    rear: (y, share) => endFacePoint(interpolate(tailEdge, y), y, share),
  };
}

/** For each whole value of the first coordinate: the lowest or highest value of the second coordinate. */
function traceEdge(points: readonly Point[], size: number, choose: (...values: number[]) => number): readonly number[] {
  const extremes: (number | undefined)[] = Array.from({ length: Math.ceil(size) + 1 });
  for (const [index, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(index + 1) % points.length] ?? [ax, ay];
    for (let x = Math.ceil(Math.min(ax, bx)); x <= Math.floor(Math.max(ax, bx)); x += 1) {
      const y = bx === ax ? choose(ay, by) : ay + ((by - ay) * (x - ax)) / (bx - ax);
      const existingPoint = extremes[x];
      extremes[x] = existingPoint === undefined ? y : choose(existingPoint, y);
    }
  }
  let last = extremes.find((value) => value !== undefined) ?? 0;
  return extremes.map((value) => {
    last = value ?? last;
    return last;
  });
}

function interpolate(values: readonly number[], position: number): number {
  const lowerIndex = Math.min(values.length - 1, Math.max(0, Math.floor(position)));
  const from = values[lowerIndex] ?? 0;
  return from + ((values[lowerIndex + 1] ?? from) - from) * Math.min(1, Math.max(0, position - lowerIndex));
}
