import { type Body, bodies } from './bodies.ts';
import type { CarDrawing, ViewBox } from './car-drawing.ts';

/** The point on the ground below the middle of the car in the full image. */
export const carGroundPoint = { x: 600, y: 616 } as const;

const fullView: ViewBox = [0, 0, 1200, 800];

/** The largest width of a car in the full image, in pixels. A card of 4:3 cuts 67 pixels off each side of the image. */
const carWidthMaximum = 970;

/** Pixels for one centimetre of this body in its side view. */
export function computePixelsPerCentimetre(body: Body): number {
  const { scale, length } = bodies[body];
  return Math.min(scale, carWidthMaximum / length);
}

/** The part of the full image that a drawing shows: the whole image, or the front wheel (3:2). */
export function cropView(drawing: CarDrawing): ViewBox {
  const shape = bodies[drawing.body];
  const scale = computePixelsPerCentimetre(drawing.body);
  const computeImageX = (distanceFromFront: number) =>
    carGroundPoint.x - (shape.length / 2 - distanceFromFront) * scale;
  switch (drawing.view) {
    case 'wheel': {
      const radius = shape.wheelRadius * scale;
      const height = radius * 2.75;
      return flipViewWithCar(drawing, [
        computeImageX(shape.frontAxleX) - height * 0.68,
        carGroundPoint.y - radius - height * 0.53,
        height * 1.5,
        height,
      ]);
    }
    default:
      return fullView;
  }
}

function flipViewWithCar(drawing: CarDrawing, [x, y, width, height]: ViewBox): ViewBox {
  const flippedX = drawing.flip ? 2 * carGroundPoint.x - x - width : x;
  return [Math.round(flippedX), Math.round(y), Math.round(width), Math.round(height)];
}
