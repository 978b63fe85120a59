import type { BodyShape, Point } from './body-shape.ts';
import type { BodySolid, SpacePoint } from './body-solid.ts';
import type { CarDrawing } from './car-drawing.ts';
import { type Camera, round } from './corner-camera.ts';
import { paints } from './paints.ts';
import { listPathPoints } from './path-points.ts';
import { scenes } from './scenes.ts';

/** The tones of a fabric roof, in the same order as the tones of a paint. */
const softTopTones = ['#565b5d', '#303537', '#24282a', '#1a1e20'] as const;

/** Number of patches into which the height of a front or rear face is divided. */
const patchRowCount = 12;
/** Number of patches into which the width of a front or rear face is divided. */
const patchColumnCount = 10;

/**
 * Depth in centimetres of the faces at both ends of the body. Within this depth the outline turns from the face to the
 * bonnet and the floor.
 */
const endFaceDepth = 14;

interface SurfacePatch {
  readonly points: readonly Point[];
  readonly colour: string;
  /**
   * The distance of the patch from the eye. The distance is 0 for the face at the near end of the body, because that
   * face hides everything behind it.
   */
  readonly depth: number;
}

/** Draws the painted surface of the body as patches, the farthest first. */
export function drawSurface(drawing: CarDrawing, shape: BodyShape, solid: BodySolid, camera: Camera): string {
  const softTopStart = findSoftTopStart(shape);
  const distances = listSectionDistances(solid);
  const sections = distances.map((x, index) => {
    const section = solid.computeCrossSection(x);
    if (index === 0) return mirrorSection(moveOntoFace(section, solid.findFrontPoint));
    return mirrorSection(index === distances.length - 1 ? moveOntoFace(section, solid.findRearPoint) : section);
  });
  const patches: SurfacePatch[] = [];
  const floorHeight = solid.computeBottomHeightAt(solid.length / 2);
  const addPatch = (corners: readonly [SpacePoint, SpacePoint, SpacePoint, SpacePoint], isFace = false): void => {
    const patchNormal = computeSurfaceNormal(corners);
    const projectedCorners = corners.map(camera.project);
    if (computePolygonArea(projectedCorners) <= 0) return;
    const centre = computeMeanPoint(corners);
    const isFabric = centre[1] > solid.beltHeight + 4 && centre[0] > softTopStart;
    const tones = isFabric ? softTopTones : paints[drawing.paint];
    patches.push({
      points: projectedCorners,
      colour: choosePatchColour(tones, scenes[drawing.scene].isNight, patchNormal, centre, [
        floorHeight,
        solid.beltHeight + 4,
      ]),
      depth: isFace ? 0 : camera.computeDepth(centre),
    });
  };
  for (let index = 0; index + 1 < sections.length; index += 1) {
    const [nearSection = [], farSection = []] = [sections[index], sections[index + 1]];
    for (let pointIndex = 0; pointIndex + 1 < nearSection.length; pointIndex += 1) {
      const patchCorners = [
        nearSection[pointIndex],
        farSection[pointIndex],
        farSection[pointIndex + 1],
        nearSection[pointIndex + 1],
      ] as const;
      if (patchCorners.some((gridPoint) => gridPoint === undefined)) continue;
      addPatch(patchCorners as readonly [SpacePoint, SpacePoint, SpacePoint, SpacePoint]);
    }
  }
  for (const [pointName, sign, x] of [
    ['findFrontPoint', 1, endFaceDepth],
    ['findRearPoint', -1, solid.length - endFaceDepth],
  ] as const) {
    const [lowHeight, highHeight] = [solid.computeBottomHeightAt(x), solid.computeTopHeight(x)];
    const findGridPoint = (row: number, column: number): SpacePoint =>
      solid[pointName](
        lowHeight + ((highHeight - lowHeight) * row) / patchRowCount,
        sign * (1 - (2 * column) / patchColumnCount),
      );
    for (let row = 0; row < patchRowCount; row += 1) {
      for (let column = 0; column < patchColumnCount; column += 1) {
        const patchCorners = [
          findGridPoint(row, column),
          findGridPoint(row + 1, column),
          findGridPoint(row + 1, column + 1),
          findGridPoint(row, column + 1),
        ] as const;
        addPatch(patchCorners, true);
      }
    }
  }
  patches.sort((firstPatch, secondPatch) => secondPatch.depth - firstPatch.depth);
  return patches
    .map(({ points, colour }) => {
      const d = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' L');
      return `<path d="M${d} Z" fill="${colour}" stroke="${colour}" stroke-width="1.2"/>`;
    })
    .join('');
}

/**
 * The distance from the front end at which the fabric roof begins. The distance is infinite for cars without a fabric
 * roof.
 */
function findSoftTopStart({ softTopPath }: BodyShape): number {
  if (softTopPath === undefined) return Number.POSITIVE_INFINITY;
  return (
    Math.min(
      ...listPathPoints(softTopPath)
        .flat()
        .map(([x]) => x),
    ) + 30
  );
}

/**
 * The distances from the front end at which the body is cut into cross-sections. The cross-sections are closer together
 * where the body curves.
 */
function listSectionDistances({ length }: BodySolid): readonly number[] {
  const intervalCount = 56;
  return Array.from({ length: intervalCount + 1 }, (_, index) => {
    const share = index / intervalCount;
    const shareWithDenseEnds = share - Math.sin(2 * Math.PI * share) / (2 * Math.PI);
    return endFaceDepth + (length - 2 * endFaceDepth) * (0.45 * share + 0.55 * shareWithDenseEnds);
  });
}

/** Moves the first or last cross-section onto the face at that end of the body. */
function moveOntoFace(
  section: readonly SpacePoint[],
  findFacePoint: BodySolid['findFrontPoint'],
): readonly SpacePoint[] {
  const sectionHalfWidth = Math.max(...section.map(([, , z]) => z));
  return section.map(([, y, z]) => [findFacePoint(y, z / sectionHalfWidth)[0], y, z]);
}

/** Both halves of a cross-section, from the near lower edge over the top to the far lower edge. */
function mirrorSection(section: readonly SpacePoint[]): readonly SpacePoint[] {
  const farHalfPoints = section.slice(0, -1).map(([x, y, z]): SpacePoint => [x, y, -z]);
  return [...section, ...farHalfPoints.toReversed()];
}

/**
 * The colour of a patch. Sides have the tones of the paint by height, and surfaces that face up have its light tones.
 */
function choosePatchColour(
  paintTones: readonly string[],
  isNight: boolean,
  [nx, ny, nz]: SpacePoint,
  [, y]: SpacePoint,
  [lowHeight, highHeight]: readonly [number, number],
): string {
  const tones = paintTones.map(readColourChannels);
  const tonesByHeight: readonly (readonly [number, number])[] = [
    [0, 3],
    [0.08, 2.2],
    [0.22, 1],
    [0.36, 2],
    [0.56, 2],
    [0.7, 1],
    [0.9, 1],
    [1, 0.35],
  ];
  const share = Math.min(1, Math.max(0, (y - lowHeight) / Math.max(20, highHeight - lowHeight)));
  const upperIndex = tonesByHeight.findIndex(([place]) => place >= share);
  const [toPlace, toTone] = tonesByHeight[Math.max(upperIndex, 1)] ?? [1, 0];
  const [fromPlace, fromTone] = tonesByHeight[Math.max(upperIndex, 1) - 1] ?? [0, 3];
  const sideTone = fromTone + ((toTone - fromTone) * (share - fromPlace)) / Math.max(0.01, toPlace - fromPlace);
  // A surface that faces up reflects the sky. The front or rear end of the car is darker than its side.
  const up = ny > 0 ? 1 - 0.95 * ny ** 0.7 : 2.4 - ny;
  const endFaceTone = sideTone + 0.42;
  const [wx, wy, wz] = [nx ** 2, ny ** 2, nz ** 2];
  const nightDarkening = isNight ? 0.22 : 0;
  const tone = Math.min(3, Math.max(0, (endFaceTone * wx + up * wy + sideTone * wz) / (wx + wy + wz) + nightDarkening));
  const lowerToneIndex = Math.min(2, Math.floor(tone));
  const [from, to] = [tones[lowerToneIndex] ?? [0, 0, 0], tones[lowerToneIndex + 1] ?? [0, 0, 0]];
  const mixedChannels = from.map((value, index) =>
    Math.round(value + ((to[index] ?? value) - value) * (tone - lowerToneIndex)),
  );
  return `#${mixedChannels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The direction in which a patch faces. The direction is computed from the diagonals, because two corners of a patch
 * may be the same point.
 */
function computeSurfaceNormal([a, b, c, d]: readonly [SpacePoint, SpacePoint, SpacePoint, SpacePoint]): SpacePoint {
  const [ux, uy, uz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [vx, vy, vz] = [d[0] - b[0], d[1] - b[1], d[2] - b[2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const vectorLength = Math.hypot(x, y, z);
  return vectorLength === 0 ? [0, 1, 0] : [x / vectorLength, y / vectorLength, z / vectorLength];
}

function computePolygonArea(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return sum - (x * nextY - nextX * y);
  }, 0);
}

function computeMeanPoint(corners: readonly SpacePoint[]): SpacePoint {
  const sum = corners.reduce<SpacePoint>(
    (total, gridPoint) => [total[0] + gridPoint[0], total[1] + gridPoint[1], total[2] + gridPoint[2]],
    [0, 0, 0],
  );
  return [sum[0] / corners.length, sum[1] / corners.length, sum[2] / corners.length];
}

function readColourChannels(colour: string): readonly [number, number, number] {
  return [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16)) as [number, number, number];
}
