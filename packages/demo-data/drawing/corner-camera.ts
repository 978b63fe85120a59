import type { Point } from './body-shape.ts';
import type { BodySolid, SpacePoint } from './body-solid.ts';
import { listPathPoints } from './path-points.ts';

/** Angle in degrees by which the car is turned away from its side view. */
const turnDegrees = 36;
/** Height and distance of the viewer's eye in centimetres. */
const cameraPosition = { height: 128, distance: 1150 } as const;
/** Width of the drawn car in pixels. */
const drawnWidth = 940;

type ProjectPoint = (spacePoint: SpacePoint) => Point;

export interface Camera {
  readonly project: ProjectPoint;
  /** The distance of a point from the eye. Parts that are farther away are drawn first. */
  readonly computeDepth: (spacePoint: SpacePoint) => number;
}

export function makeCamera(solid: BodySolid, nearEnd: 'front' | 'rear'): Camera {
  const angle = ((nearEnd === 'front' ? turnDegrees : -turnDegrees) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const toEyeSpace = ([x, y, z]: SpacePoint): SpacePoint => {
    const [cx, cz] = [x - solid.length / 2, z];
    // The near side faces the viewer, and the front (or rear) end is turned towards the viewer.
    return [cx * cos + cz * sin, y - cameraPosition.height, cameraPosition.distance - (cz * cos - cx * sin)];
  };
  const projectUnscaled: ProjectPoint = (spacePoint) => {
    const [x, y, z] = toEyeSpace(spacePoint);
    return [(x / z) * cameraPosition.distance, (-y / z) * cameraPosition.distance];
  };
  const projectedCorners = [0, 0.03, 0.5, 0.97, 1].flatMap((share) =>
    [-1, 1].map((side) => projectUnscaled([solid.length * share, 50, side * solid.halfWidth * 0.92])),
  );
  const leftEdge = Math.min(...projectedCorners.map(([x]) => x));
  const rightEdge = Math.max(...projectedCorners.map(([x]) => x));
  const scale = Math.min(drawnWidth / (rightEdge - leftEdge), 2.15);
  const lowestImageY = Math.max(
    ...[0.1, 0.9].map((share) => projectUnscaled([solid.length * share, 0, solid.halfWidth])[1]),
  );
  return {
    project: (spacePoint) => {
      const [x, y] = projectUnscaled(spacePoint);
      return [(x - (leftEdge + rightEdge) / 2) * scale, (y - lowestImageY) * scale];
    },
    computeDepth: (spacePoint) => toEyeSpace(spacePoint)[2],
  };
}

/** Functions that turn points of the car into path data. */
export interface PathFunctions {
  /** Projects a path of the side view onto the surface of the near side. */
  readonly projectSidePath: (d: string) => string;
  /** Draws a closed path through the points. */
  readonly makeAreaPath: (spacePoints: readonly SpacePoint[]) => string;
  readonly makeLinePath: (spacePoints: readonly SpacePoint[]) => string;
}

/** Creates the path functions of one car for this camera. */
export function makePathFunctions(solid: BodySolid, camera: Camera): PathFunctions {
  const makeLinePath = (spacePoints: readonly SpacePoint[]): string =>
    `M${spacePoints.map((spacePoint) => camera.project(spacePoint).map(round).join(',')).join(' L')}`;
  const projectSidePath = (d: string): string =>
    listPathPoints(d)
      .map((points) => makeLinePath(points.map(([x, y]) => solid.findSidePoint(x, -y))))
      .join(' ');
  return { makeLinePath, projectSidePath, makeAreaPath: (spacePoints) => `${makeLinePath(spacePoints)} Z` };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
