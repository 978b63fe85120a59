/**
 * The drawing of a demo car, as plain data. Its values are those of `packages/demo-data/drawing/car-drawing.ts`. The type check of
 * the server, which passes one to the other, fails when a value is unknown there.
 */
export interface DemoDrawing {
  readonly body: DemoBody;
  readonly paint: DemoPaint;
  readonly scene: DemoScene;
  readonly decor: DemoDecor;
  readonly wheels: DemoWheels;
  readonly darkRims?: boolean;
  readonly rim?: string;
  readonly flip?: boolean;
  readonly view?: 'side' | 'front' | 'rear' | 'wheel';
}

export type DemoBody =
  | 'sedan'
  | 'wagon'
  | 'limo'
  | 'bow'
  | 'fastback'
  | 'hatch'
  | 'gt'
  | 'mid'
  | 'coupe'
  | 'wedge'
  | 'grand'
  | 'roadster'
  | 'cabrio'
  | 'suv'
  | 'cross'
  | 'coupe-suv'
  | 'compact'
  | 'box';

export type DemoPaint =
  | 'green'
  | 'emerald'
  | 'lime'
  | 'silver'
  | 'grey'
  | 'graphite'
  | 'black'
  | 'white'
  | 'pearl'
  | 'champagne'
  | 'bronze'
  | 'copper'
  | 'brown'
  | 'red'
  | 'burgundy'
  | 'plum'
  | 'orange'
  | 'ochre'
  | 'yellow'
  | 'navy'
  | 'midnight'
  | 'azure'
  | 'blue'
  | 'ice'
  | 'teal'
  | 'sage';

export type DemoScene =
  | 'mist'
  | 'linen'
  | 'sage'
  | 'moss'
  | 'sand'
  | 'wheat'
  | 'clay'
  | 'rose'
  | 'lilac'
  | 'slate'
  | 'harbour'
  | 'lagoon'
  | 'concrete'
  | 'dusk'
  | 'dawn'
  | 'night'
  | 'ink'
  | 'indigo';

export type DemoDecor =
  | 'studio'
  | 'disc'
  | 'ring'
  | 'panels'
  | 'louvres'
  | 'arches'
  | 'windows'
  | 'block'
  | 'towers'
  | 'shophouses'
  | 'hills'
  | 'trees'
  | 'palms'
  | 'deck'
  | 'steps'
  | 'strips';

export type DemoWheels = 'five' | 'seven' | 'ten' | 'twin' | 'mesh' | 'turbine' | 'aero';
