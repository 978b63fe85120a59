import { type Body, bodies } from './bodies.ts';
import type { CarDrawing, ViewBox } from './car-drawing.ts';

/** The point on the ground below the middle of the car in the full image. */
export const groundPoint = { x: 600, y: 616 } as const;

const full: ViewBox = [0, 0, 1200, 800];

/** Widest car in the full image, in pixels: a card of 4:3 cuts 67 pixels off each side of it. */
const widest = 970;

/** Pixels for one centimetre of this body in its side view. */
export function scaleOf(body: Body): number {
  const { scale, length } = bodies[body];
  return Math.min(scale, widest / length);
}

/** The part of the full image that a drawing shows: all of it, or the front wheel (3:2). */
export function crop(drawing: CarDrawing): ViewBox {
  const shape = bodies[drawing.body];
  const scale = scaleOf(drawing.body);
  const left = (fromNose: number) => groundPoint.x - (shape.length / 2 - fromNose) * scale;
  switch (drawing.view) {
    case 'wheel': {
      const radius = shape.wheelRadius * scale;
      const height = radius * 2.75;
      return facing(drawing, [
        left(shape.frontAxle) - height * 0.68,
        groundPoint.y - radius - height * 0.53,
        height * 1.5,
        height,
      ]);
    }
    default:
      return full;
  }
}

function facing(drawing: CarDrawing, [x, y, width, height]: ViewBox): ViewBox {
  const turned = drawing.flip ? 2 * groundPoint.x - x - width : x;
  return [Math.round(turned), Math.round(y), Math.round(width), Math.round(height)];
}
