import type { CarDrawing } from './drawing/car-drawing.ts';
import type { Decor } from './drawing/decor.ts';
import type { Paint } from './drawing/paints.ts';
import type { Scene } from './drawing/scenes.ts';
import { createSeededRandom } from './seeded.ts';
import type { BrandStock, DemoRow } from './stock-row.ts';

type Row = DemoRow<string>;

/** Pairs of scene and decor in the order in which they are used. Pairs that are next to each other differ in colour. */
const sceneDecorPairs: readonly (readonly [Scene, Decor])[] = [
  ['mist', 'panels'],
  ['sand', 'arches'],
  ['slate', 'towers'],
  ['sage', 'trees'],
  ['clay', 'disc'],
  ['linen', 'shophouses'],
  ['harbour', 'deck'],
  ['wheat', 'hills'],
  ['concrete', 'louvres'],
  ['lagoon', 'palms'],
  ['dusk', 'block'],
  ['mist', 'studio'],
  ['rose', 'windows'],
  ['moss', 'hills'],
  ['dawn', 'towers'],
  ['sand', 'shophouses'],
  ['lilac', 'ring'],
  ['slate', 'windows'],
  ['linen', 'steps'],
  ['sage', 'louvres'],
  ['harbour', 'palms'],
  ['clay', 'arches'],
  ['concrete', 'block'],
  ['wheat', 'trees'],
];

/** Scenes in which a paint has too little contrast. */
const lowContrastScenes: Readonly<Partial<Record<Paint, readonly Scene[]>>> = {
  white: ['mist', 'linen'],
  pearl: ['linen', 'wheat', 'sand'],
  champagne: ['wheat', 'sand', 'linen'],
  silver: ['concrete', 'slate', 'mist'],
  grey: ['concrete', 'dusk', 'slate'],
  ice: ['slate', 'harbour', 'mist'],
  blue: ['harbour', 'dusk'],
  sage: ['sage', 'moss', 'lagoon'],
  teal: ['lagoon'],
  lime: ['rose', 'lilac', 'moss', 'wheat'],
  yellow: ['wheat', 'rose', 'lilac'],
  ochre: ['wheat', 'sand', 'rose'],
  bronze: ['sand', 'clay', 'wheat'],
  orange: ['rose', 'lilac', 'dawn', 'clay'],
  red: ['rose', 'lilac', 'dawn'],
  emerald: ['rose', 'lilac'],
  brown: ['dusk'],
};

/**
 * The drawings of a brand's rows, in the order of the rows. Scenes are used in turn, so that adjacent cars in a list
 * differ. When a row names a scene, that scene is used. The first scene differs from brand to brand.
 */
export function makeCoverDrawings({ brand, models, rows }: BrandStock): CarDrawing[] {
  let nextPairIndex = Math.floor(createSeededRandom(brand)() * sceneDecorPairs.length);
  return rows.map((row) => {
    const [modelName, , , , paint, , , , choices = {}] = row;
    const model = models[modelName];
    if (!model) throw new RangeError(`${brand} has no model ${modelName}`);
    let sceneDecorPair = choices.scene;
    while (!sceneDecorPair) {
      const nextPair = sceneDecorPairs[nextPairIndex % sceneDecorPairs.length];
      nextPairIndex += 1;
      if (nextPair && !lowContrastScenes[paint]?.includes(nextPair[0])) sceneDecorPair = nextPair;
    }
    return {
      body: model.shape,
      paint,
      scene: sceneDecorPair[0],
      decor: sceneDecorPair[1],
      wheels: choices.wheels ?? model.wheels,
      ...chooseCoverOptions(row),
    };
  });
}

/**
 * The gallery of a car: the cover, then the same car from the front corner, the rear corner, its front wheel and its
 * cabin.
 */
export function listGallery(cover: CarDrawing): readonly CarDrawing[] {
  return [cover, ...(['front', 'rear', 'wheel', 'cabin'] as const).map((view) => ({ ...cover, view }))];
}

function chooseCoverOptions([, , , , , , , , choices = {}]: Row): Pick<CarDrawing, 'darkRims' | 'rim' | 'flip'> {
  return {
    ...(choices.darkRims ? { darkRims: true } : {}),
    ...(choices.rim ? { rim: choices.rim } : {}),
    ...(choices.flip ? { flip: true } : {}),
  };
}
