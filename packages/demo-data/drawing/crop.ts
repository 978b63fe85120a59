import { type Body, bodies } from './bodies.ts';
import type { CarDrawing, ViewBox } from './car-drawing.ts';

/** The point on the ground below the middle of the car in the full image. */
export const groundPoint = { x: 600, y: 616 } as const;

const fullView: ViewBox = [0, 0, 1200, 800];

/** The largest width of a car in the full image, in pixels. A card of 4:3 cuts 67 pixels off each side of the image. */
const carWidthMaximum = 970;

/** Pixels for one centimetre of this body in its side view. */
export function scaleOfBody(body: Body): number {
  const { scale, length } = bodies[body];
  return Math.min(scale, carWidthMaximum / length);
}

/** The part of the full image that a drawing shows: the whole image, or the front wheel (3:2). */
export function cropView(drawing: CarDrawing): ViewBox {
  const shape = bodies[drawing.body];
  const scale = scaleOfBody(drawing.body);
  const leftEdgeAt = (distanceFromFront: number) => groundPoint.x - (shape.length / 2 - distanceFromFront) * scale;
  switch (drawing.view) {
    case 'wheel': {
      const radius = shape.wheelRadius * scale;
      const height = radius * 2.75;
      return facingView(drawing, [
        leftEdgeAt(shape.frontAxle) - height * 0.68,
        groundPoint.y - radius - height * 0.53,
        height * 1.5,
        height,
      ]);
    }
    default:
      return fullView;
  }
}

function facingView(drawing: CarDrawing, [x, y, width, height]: ViewBox): ViewBox {
  const turnedLeft = drawing.flip ? 2 * groundPoint.x - x - width : x;
  return [Math.round(turnedLeft), Math.round(y), Math.round(width), Math.round(height)];
}
