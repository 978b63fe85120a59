/** The tones of a scene: two for the wall, two for the floor, one for the decor. In night scenes the lamps are on. */
interface SceneTones {
  readonly wallTopTone: string;
  readonly wallBottomTone: string;
  readonly floorFarTone: string;
  readonly floorNearTone: string;
  readonly decor: string;
  readonly isNight: boolean;
}

const tones = {
  mist: makeDayScene('#dfe4e2', '#edf0ee', '#e3e7e5', '#c9cfcc', '#d3d9d6'),
  linen: makeDayScene('#e8e4dc', '#f3f0ea', '#e8e4dc', '#cdc8bd', '#dcd7cc'),
  sage: makeDayScene('#c3cfc6', '#d6dfd8', '#c9d3cb', '#a9b6ac', '#b6c3b9'),
  moss: makeDayScene('#a9b9a8', '#c4d0c1', '#b2bfaf', '#8c9b8a', '#9aab99'),
  sand: makeDayScene('#ddd5c8', '#ebe5da', '#ddd6c9', '#bfb6a6', '#d0c7b8'),
  wheat: makeDayScene('#ddd0ac', '#ece3c8', '#ddd3b5', '#beb28f', '#d0c39e'),
  clay: makeDayScene('#d8c4ba', '#e6d8d0', '#d6c6bd', '#b8a499', '#cab5aa'),
  rose: makeDayScene('#d9c6c8', '#e9dbdc', '#d9cacb', '#bba7a9', '#cbb6b9'),
  lilac: makeDayScene('#c9c6d4', '#dddbe4', '#cbc9d4', '#a9a6b5', '#bab7c6'),
  slate: makeDayScene('#aeb9bf', '#c6cfd3', '#b4bec3', '#8f9aa0', '#a0acb2'),
  harbour: makeDayScene('#a7bfca', '#c7d8de', '#b3c6cd', '#8aa1aa', '#98b2bd'),
  lagoon: makeDayScene('#a6c4c0', '#c8dcd9', '#b4cac6', '#8ba5a1', '#98b7b2'),
  concrete: makeDayScene('#bfbfbc', '#d3d3d0', '#c2c2bf', '#9f9f9b', '#afafab'),
  dusk: makeDayScene('#8596a0', '#c9c2b8', '#a9a8a4', '#7f8486', '#93a1a8'),
  dawn: makeDayScene('#b7b3c4', '#ead3c4', '#d3c3ba', '#a99c98', '#c1b3b8'),
  night: makeNightScene('#0f1a17', '#1c2b26', '#16221e', '#0a110f', '#22332d'),
  ink: makeNightScene('#1b2023', '#2c3336', '#23292c', '#121618', '#353d41'),
  indigo: makeNightScene('#141827', '#242b40', '#1b2133', '#0c101a', '#2d3550'),
} satisfies Record<string, SceneTones>;

export type Scene = keyof typeof tones;

/** The tones of all scenes, by the name of the scene. */
export const scenes: Readonly<Record<Scene, SceneTones>> = tones;

function makeDayScene(
  wallTopTone: string,
  wallBottomTone: string,
  floorFarTone: string,
  floorNearTone: string,
  decor: string,
): SceneTones {
  return { wallTopTone, wallBottomTone, floorFarTone, floorNearTone, decor, isNight: false };
}

function makeNightScene(
  wallTopTone: string,
  wallBottomTone: string,
  floorFarTone: string,
  floorNearTone: string,
  decor: string,
): SceneTones {
  return { wallTopTone, wallBottomTone, floorFarTone, floorNearTone, decor, isNight: true };
}
