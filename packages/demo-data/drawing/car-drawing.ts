import type { Body } from './bodies.ts';
import type { Decor } from './decor.ts';
import type { Paint } from './paints.ts';
import type { Scene } from './scenes.ts';
import type { Wheels } from './wheels.ts';

/**
 * The views of one car: its side, the corner of its front, the corner of its rear, the front wheel, and the cabin. The
 * side and the wheel are parts of one flat drawing. The corners are drawn from a three-dimensional shape made from the
 * same outline.
 */
export const views = ['side', 'front', 'rear', 'wheel', 'cabin'] as const;
export type View = (typeof views)[number];

/** A rectangle in the units of the full image of 1200 × 800. */
export type ViewBox = readonly [x: number, y: number, width: number, height: number];

/** All parameters of one drawing, as plain data that can be stored, sent and compared. */
export interface CarDrawing {
  readonly body: Body;
  readonly paint: Paint;
  readonly scene: Scene;
  readonly decor: Decor;
  readonly wheels: Wheels;
  readonly darkRims?: boolean;
  /** Colour of a light along the roof line as `#rrggbb`, for night scenes. */
  readonly rim?: string;
  /** Whether the car faces right. */
  readonly flip?: boolean;
  /** The view that is drawn. The default view is the side. */
  readonly view?: View;
}
