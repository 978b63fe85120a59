import type { BodyShape, Point } from './body-shape.ts';
import { listPathPoints } from './path-points.ts';

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
  readonly windscreenRange: readonly [from: number, to: number];
  /** The distances from the front end at which the rear window begins and ends. */
  readonly rearWindowRange: readonly [from: number, to: number];
  /** The height of the highest point of the body at this distance from the front end. */
  computeTopHeight(x: number): number;
  /** The height of the lowest point of the body at this distance from the front end. */
  computeBottomHeightAt(x: number): number;
  /** The point on the surface of the side at this distance from the front end and at this height. */
  findSidePoint(x: number, y: number): SpacePoint;
  /**
   * A point on the upper surface (bonnet, glass, roof, boot). `share` is the distance of the point from the middle
   * line, from -1 to 1 of half the local width.
   */
  findPointOnUpperBody(x: number, share: number): SpacePoint;
  /** The points of half of a cross-section, from the lower edge of the side to the middle of the top. */
  computeCrossSection(x: number): readonly SpacePoint[];
  /**
   * A point on the front face at this height. `share` is the distance from the middle line, from -1 to 1 of half the
   * width.
   */
  findFrontPoint(y: number, share: number): SpacePoint;
  /**
   * A point on the rear face at this height. `share` is the distance from the middle line, from -1 to 1 of half the
   * width.
   */
  findRearPoint(y: number, share: number): SpacePoint;
}

/** Width of the roof as a share of the width below the windows. */
const roofWidthShare = 0.72;

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
  const outlinePoints = listPathPoints(shape.plainOutlinePath ?? shape.outlinePath).flat();
  const glassPoints = listPathPoints(shape.glassPath).flat();
  const { height } = shape;
  const length = Math.max(...outlinePoints.map(([x]) => x)) + 3;
  const halfWidth = Math.min(102, 60 + height * 0.12 + length * 0.032);
  const beltHeight = -Math.max(...glassPoints.map(([, y]) => y)) + 2;
  const glassStart = Math.min(...glassPoints.map(([x]) => x));
  const glassEnd = Math.max(...glassPoints.map(([x]) => x));
  const upperEdgeYs = traceEdge(outlinePoints, length, Math.min);
  const lowerEdgeYs = traceEdge(outlinePoints, length, Math.max);
  // The fenders of low cars rise over the wheels.
  const computeFenderHeight = (x: number, axleX: number): number => {
    const share = Math.abs(x - axleX) / (shape.wheelRadius * 2.1);
    return share >= 1 ? 0 : (shape.wheelRadius * 2 + 8) * Math.cos((share * Math.PI) / 2) ** 0.35;
  };
  const computeTopHeight = (x: number): number =>
    Math.max(
      -interpolate(upperEdgeYs, x),
      computeFenderHeight(x, shape.frontAxleX),
      computeFenderHeight(x, shape.rearAxleX),
    );
  const computeBottomHeight = (x: number): number => -interpolate(lowerEdgeYs, x);
  const roofHeight = Math.max(...Array.from({ length: Math.floor(length) }, (_, x) => computeTopHeight(x)));
  const isRoofAt = (x: number): boolean => computeTopHeight(x) > beltHeight + 0.86 * (roofHeight - beltHeight);
  const distancesFromFront = Array.from({ length: Math.floor(length) }, (_, x) => x);
  const roofStart = distancesFromFront.find(isRoofAt) ?? glassStart;
  const roofEnd = distancesFromFront.findLast(isRoofAt) ?? glassEnd;

  /** Half of the largest width of a cross-section. The car is narrower towards its front and rear ends. */
  const computeHalfWidth = (x: number): number => {
    const noseNarrowing = Math.max(0, 1 - x / (length * 0.26));
    const tailNarrowing = Math.max(0, 1 - (length - x) / (length * 0.2));
    return halfWidth * (1 - 0.13 * noseNarrowing ** 2 - 0.09 * tailNarrowing ** 2);
  };
  /** The distance by which the sides of the front and rear ends are behind the middle of these ends. */
  const computeBentDistance = (x: number, share: number): number => {
    const noseNarrowing = Math.max(0, 1 - x / (length * 0.24));
    const tailNarrowing = Math.max(0, 1 - (length - x) / (length * 0.2));
    return x + share ** 2 * (26 * noseNarrowing ** 1.5 - 17 * tailNarrowing ** 1.5);
  };
  const computeHalfWidthAtHeight = (x: number, y: number): number => {
    const localHalfWidth = computeHalfWidth(x);
    if (y > beltHeight)
      return localHalfWidth * (0.965 - (0.965 - roofWidthShare) * ((y - beltHeight) / (roofHeight - beltHeight)));
    const widestHeight = beltHeight * 0.62;
    const share = (y - widestHeight) / (y > widestHeight ? beltHeight - widestHeight : widestHeight);
    return localHalfWidth * (1 - (y > widestHeight ? 0.035 : 0.06) * share ** 2);
  };
  const findSidePoint = (x: number, y: number): SpacePoint => {
    const localHalfWidth = computeHalfWidthAtHeight(x, y);
    return [computeBentDistance(x, localHalfWidth / halfWidth), y, localHalfWidth];
  };
  const findPointOnUpperBody = (x: number, share: number): SpacePoint => {
    const topHeight = computeTopHeight(x);
    const localHalfWidth = computeHalfWidthAtHeight(x, topHeight) * 0.95;
    const crownHeight = topHeight > beltHeight + 8 ? 3 : 5;
    return [
      computeBentDistance(x, (share * localHalfWidth) / halfWidth),
      topHeight - crownHeight * share ** 2,
      share * localHalfWidth,
    ];
  };
  const computeCrossSection = (x: number): readonly SpacePoint[] => {
    const [low, high] = [computeBottomHeight(x), computeTopHeight(x)];
    const shoulderHeight = Math.min(high - 3, beltHeight);
    const sidePoints = sideHeightShares.map((share) => findSidePoint(x, low + (shoulderHeight - low) * share));
    const windowPoints = windowHeightShares.map((share) =>
      findSidePoint(x, shoulderHeight + (high - 3 - shoulderHeight) * share),
    );
    const [cornerX, cornerY, cornerZ] = findPointOnUpperBody(x, 1);
    const lastWindowPoint = windowPoints.at(-1) ?? [cornerX, cornerY, cornerZ];
    const roofCornerPoint: SpacePoint = [
      (lastWindowPoint[0] + cornerX) / 2,
      (lastWindowPoint[1] + high) / 2,
      (lastWindowPoint[2] + cornerZ) / 2 + 1,
    ];
    return [
      ...sidePoints,
      ...windowPoints,
      roofCornerPoint,
      ...upperWidthShares.map((share) => findPointOnUpperBody(x, share)),
    ];
  };
  const noseEdgeXs = traceEdge(
    outlinePoints.map(([x, y]): Point => [-y, x]),
    height,
    Math.min,
  );
  const tailEdgeXs = traceEdge(
    outlinePoints.map(([x, y]): Point => [-y, x]),
    height,
    Math.max,
  );
  const findEndFacePoint = (x: number, y: number, share: number): SpacePoint => {
    const z = share * computeHalfWidthAtHeight(x, y);
    return [computeBentDistance(x, z / halfWidth), y, z];
  };
  return {
    length,
    halfWidth,
    beltHeight,
    windscreenRange: [glassStart - 6, roofStart],
    rearWindowRange: [roofEnd, Math.min(glassEnd + 26, length - 22)],
    computeTopHeight,
    computeBottomHeightAt: computeBottomHeight,
    findSidePoint,
    findPointOnUpperBody,
    computeCrossSection,
    findFrontPoint: (y, share) => findEndFacePoint(interpolate(noseEdgeXs, y), y, share),
    findRearPoint: (y, share) => findEndFacePoint(interpolate(tailEdgeXs, y), y, share),
  };
}

/** For each whole value of the first coordinate: the lowest or highest value of the second coordinate. */
function traceEdge(
  points: readonly Point[],
  size: number,
  chooseExtreme: (...values: number[]) => number,
): readonly number[] {
  const extremeValues: (number | undefined)[] = Array.from({ length: Math.ceil(size) + 1 });
  for (const [index, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(index + 1) % points.length] ?? [ax, ay];
    for (let x = Math.ceil(Math.min(ax, bx)); x <= Math.floor(Math.max(ax, bx)); x += 1) {
      const y = bx === ax ? chooseExtreme(ay, by) : ay + ((by - ay) * (x - ax)) / (bx - ax);
      const existingValue = extremeValues[x];
      extremeValues[x] = existingValue === undefined ? y : chooseExtreme(existingValue, y);
    }
  }
  let lastKnownValue = extremeValues.find((value) => value !== undefined) ?? 0;
  return extremeValues.map((value) => {
    lastKnownValue = value ?? lastKnownValue;
    return lastKnownValue;
  });
}

function interpolate(values: readonly number[], fractionalIndex: number): number {
  const indexBelow = Math.min(values.length - 1, Math.max(0, Math.floor(fractionalIndex)));
  const from = values[indexBelow] ?? 0;
  return from + ((values[indexBelow + 1] ?? from) - from) * Math.min(1, Math.max(0, fractionalIndex - indexBelow));
}
