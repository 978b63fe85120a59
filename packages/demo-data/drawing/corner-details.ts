import type { BodyShape } from './body-shape.ts';
import type { BodySolid, SpacePoint } from './body-solid.ts';
import type { CarDrawing } from './car-drawing.ts';
import type { PathFunctions } from './corner-camera.ts';
import { isRearUpright } from './corner-ends.ts';
import { paints } from './paints.ts';
import { listPathPoints } from './path-points.ts';

export function drawWindows(
  shape: BodyShape,
  solid: BodySolid,
  id: string,
  nearEnd: 'front' | 'rear',
  { projectSidePath, makeAreaPath }: Pick<PathFunctions, 'projectSidePath' | 'makeAreaPath'>,
): string {
  if (shape.openCabinPaths !== undefined) return '';
  const isScreenVisible = nearEnd === 'front' || !isRearUpright(solid);
  const [from, to] = nearEnd === 'front' ? solid.windscreenRange : solid.rearWindowRange;
  const distances = Array.from({ length: 13 }, (_, index) => from + ((to - from) * index) / 12);
  const computeWidthShare = (x: number): number => 0.93 - 0.03 * Math.abs((x - from) / (to - from) - 0.5);
  const screenPath = makeAreaPath([
    ...distances.map((x) => solid.findPointOnUpperBody(x, computeWidthShare(x))),
    ...distances
      .toReversed()
      .flatMap((x, index) =>
        index === 0
          ? [0.5, 0, -0.5, -computeWidthShare(x)].map((share) => solid.findPointOnUpperBody(x, share))
          : [solid.findPointOnUpperBody(x, -computeWidthShare(x))],
      ),
    ...[-0.5, 0, 0.5].map((share) => solid.findPointOnUpperBody(from, share)),
  ]);
  const pillars = shape.pillarPaths
    .map((d) => `<path d="${projectSidePath(d)}" stroke="#0a0d0e" stroke-width="9" fill="none"/>`)
    .join('');
  return [
    `<clipPath id="${id}g"><path d="${projectSidePath(shape.glassPath)}"/></clipPath>`,
    isScreenVisible ? `<path d="${screenPath}" fill="url(#${id}v)"/>` : '',
    `<path d="${projectSidePath(shape.glassPath)}" fill="url(#${id}v)"/><g clip-path="url(#${id}g)">${pillars}</g>`,
    `<path d="${projectSidePath(shape.glassPath)}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="1.6"/>`,
  ].join('');
}

/** Draws the dark band along the lower edge of the side. */
export function drawLowerBand(solid: BodySolid, shape: BodyShape, makeAreaPath: PathFunctions['makeAreaPath']): string {
  const xs = Array.from({ length: 24 }, (_, index) => 12 + ((solid.length - 24) * index) / 23);
  const lowerPoints = xs.map((x) => solid.findSidePoint(x, solid.computeBottomHeightAt(x)));
  const upperPoints = xs.map((x) =>
    solid.findSidePoint(x, solid.computeBottomHeightAt(x) + shape.wheelRadius * (shape.hasCladding ? 0.3 : 0.18)),
  );
  const [fill, opacity] = shape.hasCladding ? ['#1c2123', 1] : ['#0c0f10', 0.55];
  return `<path d="${makeAreaPath([...lowerPoints, ...upperPoints.toReversed()])}" fill="${fill}" fill-opacity="${opacity}"/>`;
}

export function drawDoorHandles(
  shape: BodyShape,
  solid: BodySolid,
  makeLinePath: PathFunctions['makeLinePath'],
  colour: string,
): string {
  return shape.doorHandlePoints
    .map(([x, y]) => {
      const d = makeLinePath([0, 6, 12, 17].map((distance) => solid.findSidePoint(x + distance, -y - 1)));
      return `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity=".75" stroke-width="5" stroke-linecap="round"/>`;
    })
    .join('');
}

export function drawRoofRails(
  { roofRailRange }: BodyShape,
  solid: BodySolid,
  makeLinePath: PathFunctions['makeLinePath'],
): string {
  if (roofRailRange === undefined) return '';
  const [from, to] = roofRailRange;
  return [0.86, -0.86]
    .map((share) => {
      const spacePoints = Array.from({ length: 12 }, (_, index): SpacePoint => {
        const [x, y, z] = solid.findPointOnUpperBody(from + ((to - from) * index) / 11, share);
        return [x, y + (index === 0 || index === 11 ? 0 : 5), z];
      });
      return `<path d="${makeLinePath(spacePoints)}" fill="none" stroke="#2a3033" stroke-width="3.4" stroke-linejoin="round"/>`;
    })
    .join('');
}

/** Draws the seats and the cabin of an open car, as silhouettes one behind the other. */
export function drawSeats(
  { openCabinPaths, glassPath }: BodyShape,
  solid: BodySolid,
  makeAreaPath: PathFunctions['makeAreaPath'],
): string {
  if (openCabinPaths === undefined) return '';
  const cabinFloorPath = makeAreaPath([
    ...[238, 252, 268, 284, 300].map((x) => solid.findPointOnUpperBody(x, 0.84)),
    ...[300, 284, 268, 252, 238].map((x) => solid.findPointOnUpperBody(x, -0.84)),
  ]);
  const projectFlatPath = (d: string, z: number): string =>
    makeAreaPath(
      listPathPoints(d)
        .flat()
        .map(([x, y]): SpacePoint => [x, -y, z]),
    );
  const seatShapes = [-34, 34].flatMap((z) =>
    openCabinPaths
      .slice(0, 2)
      .map((d) => `<path d="${projectFlatPath(d, z)}" fill="${z < 0 ? '#23282a' : '#1b1f21'}"/>`),
  );
  // The windscreen is drawn from the far side to the near side.
  const points = listPathPoints(glassPath).flat();
  const frontmostPoint = points.reduce((firstPoint, secondPoint) =>
    secondPoint[0] < firstPoint[0] ? secondPoint : firstPoint,
  );
  const highestPoint = points.reduce((firstPoint, secondPoint) =>
    secondPoint[1] < firstPoint[1] ? secondPoint : firstPoint,
  );
  const sideWindowPath = makeAreaPath([
    [frontmostPoint[0] + 8, -frontmostPoint[1] - 2, solid.halfWidth * 0.84],
    [highestPoint[0], -highestPoint[1], solid.halfWidth * 0.66],
    [highestPoint[0] - 6, -highestPoint[1] + 2, 0],
    [highestPoint[0], -highestPoint[1], -solid.halfWidth * 0.66],
    [frontmostPoint[0] + 8, -frontmostPoint[1] - 2, -solid.halfWidth * 0.84],
    [frontmostPoint[0] - 12, -frontmostPoint[1] - 2, 0],
  ]);
  return `<path d="${cabinFloorPath}" fill="#101415"/>${seatShapes.join('')}<path d="${sideWindowPath}" fill="#3d484b" fill-opacity=".55" stroke="#14181a" stroke-width="5" stroke-linejoin="round"/>`;
}

export function drawMirror(
  { paint }: CarDrawing,
  shape: BodyShape,
  solid: BodySolid,
  makeAreaPath: PathFunctions['makeAreaPath'],
): string {
  const [x, y] = shape.mirrorPoint;
  const [sx, sy, sz] = solid.findSidePoint(x, -y);
  const spacePoints = (
    [
      [-11, 8],
      [-8, 12],
      [3, 12],
      [8, 9],
      [6, 2],
      [-7, 1],
      [-11, 4],
    ] as const
  ).map(([dx, dy]): SpacePoint => [sx + dx * 0.7, sy + dy, sz + 13 + dx * 0.35]);
  return `<path d="${makeAreaPath(spacePoints)}" fill="${paints[paint][2]}" stroke="#06090a" stroke-opacity=".5" stroke-width="1.2"/>`;
}
