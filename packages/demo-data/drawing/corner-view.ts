import { bodies } from './bodies.ts';
import { type BodySolid, makeBodySolid, type SpacePoint } from './body-solid.ts';
import type { CarDrawing } from './car-drawing.ts';
import { makeCamera, makePathFunctions, type PathFunctions } from './corner-camera.ts';
import { drawDoorHandles, drawLowerBand, drawMirror, drawRoofRails, drawSeats, drawWindows } from './corner-details.ts';
import { drawFront, drawRear } from './corner-ends.ts';
import { drawSurface } from './corner-surface.ts';
import { drawFarWheels, drawNearWheels } from './corner-wheels.ts';
import { paints } from './paints.ts';
import { scenes } from './scenes.ts';
import { drawWheel } from './wheels.ts';

/**
 * The car seen from a corner. The ground is at y = 0 and the middle of the car at x = 0. Units are pixels of the full
 * image of 1200 × 800.
 */
export interface CornerView {
  readonly carSvg: string;
  /** The shadow on the ground, below the car. */
  readonly shadowSvg: string;
}

export function drawCorner(drawing: CarDrawing, nearEnd: 'front' | 'rear', id: string): CornerView {
  const shape = bodies[drawing.body];
  const solid = makeBodySolid(shape);
  const { isNight } = scenes[drawing.scene];
  const camera = makeCamera(solid, nearEnd);
  const pathFunctions = makePathFunctions(solid, camera);
  const { makeLinePath, makeAreaPath, projectSidePath } = pathFunctions;
  const carSvgParts = [
    `<defs>${defineGlass(id, isNight)}<g id="${id}w">${drawWheel(drawing.wheels, shape.wheelRadius, drawing.darkRims ? 'dark' : 'bright', `${id}r`)}</g></defs>`,
    drawFarWheels(shape, solid, camera),
    drawBase(drawing, solid, makeAreaPath),
    drawSurface(drawing, shape, solid, camera),
    drawLowerBand(solid, shape, makeAreaPath),
    shape.doorPaths
      .map((d) => `<path d="${projectSidePath(d)}" fill="none" stroke="#06090a" stroke-opacity=".5" stroke-width="2"/>`)
      .join(''),
    `<path d="${projectSidePath(shape.creasePath)}" fill="none" stroke="${paints[drawing.paint][0]}" stroke-opacity=".6" stroke-width="2.4"/>`,
    drawWindows(shape, solid, id, nearEnd, pathFunctions),
    nearEnd === 'front' ? drawFront(shape, solid, pathFunctions, id) : drawRear(shape, solid, pathFunctions, id),
    drawDoorHandles(shape, solid, makeLinePath, paints[drawing.paint][3]),
    drawRoofRails(shape, solid, makeLinePath),
    drawSeats(shape, solid, makeAreaPath),
    drawMirror(drawing, shape, solid, makeAreaPath),
    drawNearWheels(shape, solid, camera, id),
  ];
  return { carSvg: carSvgParts.join(''), shadowSvg: drawShadow(solid, makeAreaPath, isNight) };
}

/** Draws the near side in one colour, below the patches of the surface, so that gaps between patches do not show. */
function drawBase({ paint }: CarDrawing, solid: BodySolid, makeAreaPath: PathFunctions['makeAreaPath']): string {
  const xs = Array.from({ length: 40 }, (_, index) => 16 + ((solid.length - 32) * index) / 39);
  const lowerPoints = xs.map((x) => solid.findSidePoint(x, solid.computeBottomHeightAt(x) + 2));
  const upperPoints = xs.map((x) => solid.findPointOnUpperBody(x, 0.9));
  return `<path d="${makeAreaPath([...lowerPoints, ...upperPoints.toReversed()])}" fill="${paints[paint][1]}"/>`;
}

/** Draws a shadow that is darker towards its middle. */
function drawShadow(
  { length, halfWidth }: BodySolid,
  makeAreaPath: PathFunctions['makeAreaPath'],
  isNight: boolean,
): string {
  const shadowOutline = Array.from({ length: 40 }, (_, index) => {
    const angle = (index / 40) * 2 * Math.PI;
    const makeMoreRectangular = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.5;
    return [makeMoreRectangular(Math.cos(angle)), makeMoreRectangular(Math.sin(angle))] as const;
  });
  return Array.from({ length: 22 }, (_, index) => 1.12 - index * 0.014)
    .map((size) => {
      const spacePoints = shadowOutline.map(
        ([endSign, side]): SpacePoint => [(length * (1 + endSign * size)) / 2, 0, side * halfWidth * (size - 0.04)],
      );
      return `<path d="${makeAreaPath(spacePoints)}" fill="#050807" fill-opacity="${isNight ? 0.085 : 0.045}"/>`;
    })
    .join('');
}

function defineGlass(id: string, isNight: boolean): string {
  return `<linearGradient id="${id}v" x2="0" y2="1"><stop stop-color="${isNight ? '#3a4a46' : '#6d7a7d'}"/><stop offset=".6" stop-color="${isNight ? '#0b100f' : '#20282a'}"/><stop offset="1" stop-color="${isNight ? '#0b100f' : '#171d1f'}"/></linearGradient><linearGradient id="${id}h" x2="1"><stop stop-color="#fbfffd"/><stop offset="1" stop-color="${isNight ? '#cfe6dc' : '#a9b5b2'}"/></linearGradient><linearGradient id="${id}t" x2="0" y2="1"><stop stop-color="${isNight ? '#ff5a45' : '#c4372a'}"/><stop offset="1" stop-color="#5c120d"/></linearGradient>`;
}
