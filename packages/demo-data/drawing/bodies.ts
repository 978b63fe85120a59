import type { BodyShape } from './body-shape.ts';
import { openBodies } from './open-bodies.ts';
import { saloonBodies } from './saloon-bodies.ts';
import { sportsBodies } from './sports-bodies.ts';
import { tallBodies } from './tall-bodies.ts';

const bodyShapes = { ...saloonBodies, ...sportsBodies, ...openBodies, ...tallBodies };

export type Body = keyof typeof bodyShapes;

/** The shapes of all bodies, by the name of the body. */
export const bodies: Readonly<Record<Body, BodyShape>> = bodyShapes;
