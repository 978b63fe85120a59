import type { Body } from './bodies.ts';
import type { Decor } from './decor.ts';
import type { Paint } from './paints.ts';
import type { Scene } from './scenes.ts';
import type { Wheels } from './wheels.ts';

/** Named crops of the full image. Their position depends on the size of the body. */
export type View = 'side' | 'front' | 'rear' | 'wheel';
export const views: readonly View[] = ['side', 'front', 'rear', 'wheel'];

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
  /** Colour of a light along the roof line, `#rrggbb`, for night scenes. */
  readonly rim?: string;
  /** Whether the car faces right. */
  readonly flip?: boolean;
  /** A named crop; the full side view by default. */
  readonly view?: View;
}
