import type { Body } from './bodies.ts';
import type { Decor } from './decor.ts';
import type { Paint } from './paints.ts';
import type { Scene } from './scenes.ts';
import type { Wheels } from './wheels.ts';

/** Named crops of the full picture, placed from the body's own measures. */
export type View = 'side' | 'front' | 'rear' | 'wheel';
export const views: readonly View[] = ['side', 'front', 'rear', 'wheel'];

/** A part of the picture, in the units of the full 1200 × 800 one. */
export type ViewBox = readonly [x: number, y: number, width: number, height: number];

/** Everything that decides how one picture looks: plain data, so that it can be stored, sent and compared. */
export interface CarDrawing {
  readonly body: Body;
  readonly paint: Paint;
  readonly scene: Scene;
  readonly decor: Decor;
  readonly wheels: Wheels;
  readonly darkRims?: boolean;
  /** Colour of a light along the roof line, `#rrggbb`. For night scenes. */
  readonly rim?: string;
  /** The car faces right. */
  readonly flip?: boolean;
  /** Pixels for a centimetre; each body has its own usual scale. */
  readonly scale?: number;
  /** A named crop; the full side view when absent. */
  readonly view?: View;
  /** A crop by numbers; wins over `view`. */
  readonly viewBox?: ViewBox;
}
