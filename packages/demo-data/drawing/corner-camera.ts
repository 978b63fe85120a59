import type { Point } from './body-shape.ts';
import type { BodySolid, Spot } from './body-solid.ts';
import { pathPoints } from './path-points.ts';

/** Degrees by which the car is turned away from its side view. */
const turn = 36;
/** Height and distance of the eye in centimetres. */
const eye = { height: 128, distance: 1150 } as const;
/** Width of the drawn car in pixels. */
const drawnWidth = 940;

type Project = (spot: Spot) => Point;

export interface Camera {
  readonly project: Project;
  /** Distance from the eye; farther parts are drawn first. */
  readonly depth: (spot: Spot) => number;
}

export function camera(solid: BodySolid, end: 'front' | 'rear'): Camera {
  const angle = ((end === 'front' ? turn : -turn) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const toEye = ([x, y, z]: Spot): Spot => {
    const [cx, cz] = [x - solid.length / 2, z];
    // The near side faces the viewer, and the front (or rear) is turned towards them.
    return [cx * cos + cz * sin, y - eye.height, eye.distance - (cz * cos - cx * sin)];
  };
  const raw: Project = (spot) => {
    const [x, y, z] = toEye(spot);
    return [(x / z) * eye.distance, (-y / z) * eye.distance];
  };
  const corners = [0, 0.03, 0.5, 0.97, 1].flatMap((share) =>
    [-1, 1].map((side) => raw([solid.length * share, 50, side * solid.halfWidth * 0.92])),
  );
  const left = Math.min(...corners.map(([x]) => x));
  const right = Math.max(...corners.map(([x]) => x));
  const scale = Math.min(drawnWidth / (right - left), 2.15);
  const ground = Math.max(...[0.1, 0.9].map((share) => raw([solid.length * share, 0, solid.halfWidth])[1]));
  return {
    project: (spot) => {
      const [x, y] = raw(spot);
      return [(x - (left + right) / 2) * scale, (y - ground) * scale];
    },
    depth: (spot) => toEye(spot)[2],
  };
}

/** Turns points of the car into path data. */
export interface Lines {
  /** A path of the side view, laid on the surface of the near side. */
  readonly onSide: (d: string) => string;
  /** A closed path. */
  readonly area: (spots: readonly Spot[]) => string;
  readonly line: (spots: readonly Spot[]) => string;
}

/** The path functions of one car in this camera. */
export function linesOf(solid: BodySolid, see: Camera): Lines {
  const line = (spots: readonly Spot[]): string =>
    `M${spots.map((spot) => see.project(spot).map(round).join(',')).join(' L')}`;
  const onSide = (d: string): string =>
    pathPoints(d)
      .map((points) => line(points.map(([x, y]) => solid.side(x, -y))))
      .join(' ');
  return { line, onSide, area: (spots) => `${line(spots)} Z` };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
