import type { BodyShape } from './body-shape.ts';
import type { BodySolid, SpacePoint } from './body-solid.ts';
import { type Camera, round } from './corner-camera.ts';

export function drawFarWheels(shape: BodyShape, solid: BodySolid, camera: Camera): string {
  return [shape.frontAxleX, shape.rearAxleX]
    .flatMap((axlePosition) =>
      [2, 22].map((inset) =>
        makeDiscPath(camera, computeWheelCentre(shape, solid, axlePosition, -1, inset), shape.wheelRadius),
      ),
    )
    .map((d) => `<path d="${d}" fill="#0b0e0f"/>`)
    .join('');
}

export function drawNearWheels(shape: BodyShape, solid: BodySolid, camera: Camera, id: string): string {
  return [shape.frontAxleX, shape.rearAxleX]
    .map((axlePosition) => {
      const archPath = makeDiscPath(
        camera,
        computeWheelCentre(shape, solid, axlePosition, 1, 0),
        shape.wheelRadius + 5,
      );
      const treadPaths = [22, 15, 8].map(
        (inset) =>
          `<path d="${makeDiscPath(camera, computeWheelCentre(shape, solid, axlePosition, 1, inset), shape.wheelRadius)}" fill="#0e1112"/>`,
      );
      const wheelCentre = computeWheelCentre(shape, solid, axlePosition, 1, 1);
      const [cx, cy] = camera.project(wheelCentre);
      const [ax, ay] = camera.project([wheelCentre[0] + 1, wheelCentre[1], wheelCentre[2]]);
      const [bx, by] = camera.project([wheelCentre[0], wheelCentre[1] - 1, wheelCentre[2]]);
      const transformNumbers = [ax - cx, ay - cy, bx - cx, by - cy, cx, cy]
        .map((value) => Math.round(value * 1000) / 1000)
        .join(' ');
      const claddingRingSvg = shape.hasCladding
        ? `<path d="${makeDiscPath(camera, computeWheelCentre(shape, solid, axlePosition, 1, -1), shape.wheelRadius + 10)}" fill="#1c2123"/>`
        : '';
      return `${claddingRingSvg}<path d="${archPath}" fill="#07090a"/>${treadPaths.join('')}<use href="#${id}w" transform="matrix(${transformNumbers})"/>`;
    })
    .join('');
}

function computeWheelCentre(
  shape: BodyShape,
  solid: BodySolid,
  axleX: number,
  sign: number,
  inset: number,
): SpacePoint {
  const [x, , z] = solid.findSidePoint(axleX, shape.wheelRadius);
  return [x, shape.wheelRadius, sign * (z - inset)];
}

function makeDiscPath(camera: Camera, [x, y, z]: SpacePoint, radius: number): string {
  const spacePoints = Array.from({ length: 36 }, (_, index): SpacePoint => {
    const angle = (index / 36) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z];
  });
  return `M${spacePoints.map((spacePoint) => camera.project(spacePoint).map(round).join(',')).join(' L')} Z`;
}
