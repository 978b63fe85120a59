import type { CarDrawing, ViewBox } from './car-drawing.ts';

export type SlideName = 'wide-sand' | 'wide-sage' | 'wide-night' | 'wide-dusk';

/** The car is right of the centre, and the text of the slide left of it. */
const wide: ViewBox = [-420, 70, 1680, 720];

/** The four images of the home page's carousel, in order; `drawCar` draws them at 7:3. */
export const slideDrawings: Readonly<Record<SlideName, CarDrawing>> = {
  'wide-sand': { body: 'mid', paint: 'red', scene: 'sand', decor: 'deck', wheels: 'five', viewBox: wide },
  'wide-sage': {
    body: 'limo',
    paint: 'silver',
    scene: 'sage',
    decor: 'arches',
    wheels: 'ten',
    scale: 2,
    viewBox: wide,
  },
  'wide-night': {
    body: 'bow',
    paint: 'white',
    scene: 'night',
    decor: 'strips',
    wheels: 'turbine',
    rim: '#eafff5',
    scale: 2.12,
    viewBox: wide,
  },
  'wide-dusk': { body: 'wagon', paint: 'bronze', scene: 'dusk', decor: 'trees', wheels: 'five', viewBox: wide },
};
