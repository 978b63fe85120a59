import { bodies } from './bodies.ts';
import type { CarDrawing, ViewBox } from './car-drawing.ts';

/** The point on the ground below the middle of the car in the full image. */
export const groundPoint = { x: 600, y: 616 } as const;

const full: ViewBox = [0, 0, 1200, 800];

/** The part of the full image that a drawing shows: its named view (3:2, positioned at nose, tail or front wheel). */
export function crop(drawing: CarDrawing): ViewBox {
  const shape = bodies[drawing.body];
  const { scale } = shape;
  const left = (fromNose: number) => groundPoint.x - (shape.length / 2 - fromNose) * scale;
  switch (drawing.view ?? 'side') {
    case 'side':
      return full;
    case 'front':
    case 'rear': {
      const height = shape.height * scale + 118;
      const x = drawing.view === 'front' ? left(0) - 46 : left(shape.length) + 46 - height * 1.5;
      return facing(drawing, [x, groundPoint.y + 78 - height, height * 1.5, height]);
    }
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
  }
}

function facing(drawing: CarDrawing, [x, y, width, height]: ViewBox): ViewBox {
  const turned = drawing.flip ? 2 * groundPoint.x - x - width : x;
  return [Math.round(turned), Math.round(y), Math.round(width), Math.round(height)];
}
