import type { BodyShape } from './body-shape.ts';
import type { BodySolid, SpacePoint } from './body-solid.ts';
import type { PathFunctions } from './corner-camera.ts';
import { listPathPoints } from './path-points.ts';

export function drawFront(
  shape: BodyShape,
  solid: BodySolid,
  { projectSidePath, makeAreaPath }: PathFunctions,
  id: string,
): string {
  const headlampPoints = listPathPoints(shape.headlampPath).flat();
  const lampTop = -Math.min(...headlampPoints.filter(([x]) => x < 50).map(([, y]) => y));
  const lampBottom = -Math.max(...headlampPoints.map(([, y]) => y));
  const computeFaceCrossPoints = (y: number, from: number, to: number): readonly SpacePoint[] =>
    Array.from({ length: 9 }, (_, index) => solid.findFrontPoint(y, from + ((to - from) * index) / 8));
  const makePanelPath = (lowHeight: number, highHeight: number, lowHalfWidth: number, highHalfWidth: number): string =>
    makeAreaPath([
      ...computeFaceCrossPoints(lowHeight, -lowHalfWidth, lowHalfWidth),
      ...computeFaceCrossPoints(highHeight, highHalfWidth, -highHalfWidth),
    ]);
  const floorHeight = solid.computeBottomHeightAt(30);
  const makeLampPath = (sideSign: number): string =>
    makeAreaPath([
      ...computeFaceCrossPoints(lampTop - 1.5, sideSign * 0.56, sideSign * 0.99),
      ...computeFaceCrossPoints(lampBottom, sideSign * 0.99, sideSign * 0.6),
    ]);
  const grilleTop = lampBottom + 3;
  const grilleBottom = floorHeight + (grilleTop - floorHeight) * 0.42;
  const slats = [0.25, 0.5, 0.75].map((share) => {
    const y = grilleBottom + (grilleTop - grilleBottom) * share;
    return makeAreaPath([...computeFaceCrossPoints(y, -0.43, 0.43), ...computeFaceCrossPoints(y + 0.9, 0.43, -0.43)]);
  });
  return [
    `<path d="${makePanelPath(floorHeight + 1, floorHeight + 11, 0.62, 0.72)}" fill="#0c0f10" fill-opacity=".88"/>`,
    shape.grillePath === undefined
      ? ''
      : `<path d="${makePanelPath(grilleBottom, grilleTop, 0.4, 0.46)}" fill="#0c0f10" stroke="#b9c2c0" stroke-opacity=".7" stroke-width="2"/>${slats.map((d) => `<path d="${d}" fill="#aab4b2" fill-opacity=".45"/>`).join('')}`,
    `<path d="${projectSidePath(shape.headlampPath)}" fill="url(#${id}h)"/>`,
    ...[1, -1].map(
      (sideSign) =>
        `<path d="${makeLampPath(sideSign)}" fill="url(#${id}h)" stroke="#0c0f10" stroke-opacity=".5" stroke-width="1.5"/>`,
    ),
    `<path d="${makePanelPath(floorHeight + 13, floorHeight + 22, 0.27, 0.27)}" fill="#f4f6f5" stroke="#0c0f10" stroke-opacity=".4"/>`,
  ].join('');
}

export function drawRear(
  shape: BodyShape,
  solid: BodySolid,
  { projectSidePath, makeAreaPath }: PathFunctions,
  id: string,
): string {
  const headlampPoints = listPathPoints(shape.tailLampPath).flat();
  const lampTop = -Math.min(...headlampPoints.map(([, y]) => y)) - 1;
  const lampBottom = lampTop - 13;
  const computeFaceCrossPoints = (y: number, from: number, to: number): readonly SpacePoint[] =>
    Array.from({ length: 9 }, (_, index) => solid.findRearPoint(y, from + ((to - from) * index) / 8));
  const makePanelPath = (lowHeight: number, highHeight: number, lowHalfWidth: number, highHalfWidth: number): string =>
    makeAreaPath([
      ...computeFaceCrossPoints(lowHeight, -lowHalfWidth, lowHalfWidth),
      ...computeFaceCrossPoints(highHeight, highHalfWidth, -highHalfWidth),
    ]);
  const floorHeight = solid.computeBottomHeightAt(solid.length - 30);
  const makeLampPath = (sideSign: number): string =>
    makeAreaPath([
      ...computeFaceCrossPoints(lampTop, sideSign * 0.5, sideSign * 0.99),
      ...computeFaceCrossPoints(lampBottom, sideSign * 0.99, sideSign * 0.54),
    ]);
  return [
    `<path d="${makePanelPath(floorHeight + 1, floorHeight + 13, 0.66, 0.74)}" fill="#0c0f10" fill-opacity=".88"/>`,
    `<path d="${makePanelPath(lampBottom + 5, lampBottom + 7, 0.52, 0.52)}" fill="#7c1811" fill-opacity=".9"/>`,
    `<path d="${projectSidePath(shape.tailLampPath)}" fill="url(#${id}t)"/>`,
    ...[1, -1].map(
      (sideSign) =>
        `<path d="${makeLampPath(sideSign)}" fill="url(#${id}t)" stroke="#0c0f10" stroke-opacity=".5" stroke-width="1.5"/>`,
    ),
    isRearUpright(solid)
      ? `<path d="${makePanelPath(solid.beltHeight + 6, solid.computeTopHeight(solid.length / 2) - 13, 0.86, 0.84)}" fill="url(#${id}v)"/>`
      : '',
    shape.plainOutlinePath === undefined ? '' : drawSpareWheel(solid, shape, makeAreaPath),
    `<path d="${makePanelPath(lampBottom - 17, lampBottom - 6, 0.28, 0.28)}" fill="#f4f6f5" stroke="#0c0f10" stroke-opacity=".4"/>`,
  ].join('');
}

/**
 * Whether the rear end rises straight to the roof. The rear window of a body with an upright rear end is in the rear
 * face.
 */
export function isRearUpright(solid: BodySolid): boolean {
  const rearWindowHeight = solid.computeTopHeight(solid.length / 2) - 14;
  return solid.findRearPoint(rearWindowHeight, 0)[0] > solid.length - 24;
}

/** Draws the cover of the spare wheel on the rear end. */
function drawSpareWheel(
  solid: BodySolid,
  { wheelRadius }: BodyShape,
  makeAreaPath: PathFunctions['makeAreaPath'],
): string {
  const wheelCentreHeight = wheelRadius * 2.75;
  const makeDiscPath = (radius: number, outwardDistance: number): string =>
    makeAreaPath(
      Array.from({ length: 32 }, (_, index): SpacePoint => {
        const angle = (index / 32) * 2 * Math.PI;
        return [
          solid.findRearPoint(wheelCentreHeight, 0)[0] + outwardDistance,
          wheelCentreHeight + radius * Math.sin(angle),
          radius * Math.cos(angle),
        ];
      }),
    );
  return `<path d="${makeDiscPath(wheelRadius * 0.98, 4)}" fill="#14181a"/><path d="${makeDiscPath(wheelRadius * 0.98, 14)}" fill="#23292b"/><path d="${makeDiscPath(wheelRadius * 0.7, 15)}" fill="#343b3d"/>`;
}
