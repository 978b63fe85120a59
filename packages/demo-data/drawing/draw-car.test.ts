import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findReferences, listIds, requireWellFormed } from '../testing/svg-reading.ts';
import { type Body, bodies } from './bodies.ts';
import { type CarDrawing, views } from './car-drawing.ts';
import { drawCorner } from './corner-view.ts';
import { computePixelsPerCentimetre, cropView } from './crop.ts';
import { type Decor, drawersByBackground } from './decor.ts';
import { drawCar } from './draw-car.ts';
import { type Paint, paints } from './paints.ts';
import { type Scene, scenes } from './scenes.ts';
import { wheelStyles } from './wheels.ts';

const bodyNames = Object.keys(bodies) as Body[];
const paintNames = Object.keys(paints) as Paint[];
const sceneNames = Object.keys(scenes) as Scene[];
const decorNames = Object.keys(drawersByBackground) as Decor[];

/** The views that do not draw the surface of the body; the surface takes some thousand patches. */
const viewsWithoutSurface = views.filter((view) => view !== 'front' && view !== 'rear');

const romaDrawing: CarDrawing = { body: 'gt', paint: 'red', scene: 'sand', decor: 'arches', wheels: 'five' };

/**
 * All combinations of body, paint and decor. The values of the other parameters alternate, so that each value occurs.
 */
function* generateDrawings(): Generator<CarDrawing> {
  let combinationIndex = 0;
  for (const body of bodyNames)
    for (const paint of paintNames)
      for (const decor of decorNames) {
        combinationIndex += 1;
        yield {
          body,
          paint,
          decor,
          scene: pickCyclicValue(sceneNames, combinationIndex),
          wheels: pickCyclicValue(wheelStyles, combinationIndex),
          view: pickCyclicValue(viewsWithoutSurface, Math.floor(combinationIndex / 3)),
          flip: combinationIndex % 2 === 0,
          darkRims: combinationIndex % 5 === 0,
          ...(combinationIndex % 4 === 0 ? { rim: '#eafff5' } : {}),
        };
      }
}

describe('drawCar', () => {
  test('draws every combination as well-formed SVG of at most 25 KB whose references all resolve', () => {
    let largestSvgLength = 0;
    for (const drawing of generateDrawings()) {
      const svg = drawCar(drawing);
      requireWellFormed(svg);
      const ids = listIds(svg);
      expect(new Set(ids).size).toBe(ids.length);
      expect(findReferences(svg).filter((reference) => !ids.includes(reference))).toEqual([]);
      largestSvgLength = Math.max(largestSvgLength, svg.length);
    }
    expect(largestSvgLength).toBeLessThanOrEqual(25_000);
  });

  test('gives different drawings different ids, so that one page can contain both', () => {
    const drawingNumberById = new Map<string, number>();
    let drawingNumber = 0;
    for (const drawing of generateDrawings()) {
      drawingNumber += 1;
      for (const id of listIds(drawCar(drawing))) {
        expect(drawingNumberById.get(id) ?? drawingNumber).toBe(drawingNumber);
        drawingNumberById.set(id, drawingNumber);
      }
    }
  });

  test('gives the same text for the same parameters, in any order of their keys', () => {
    const reorderedDrawing: CarDrawing = { wheels: 'five', decor: 'arches', scene: 'sand', paint: 'red', body: 'gt' };
    expect(drawCar(reorderedDrawing)).toBe(drawCar(romaDrawing));
  });

  test('draws the corners of every body as well-formed SVG of at most 260 KB', () => {
    for (const [combinationIndex, body] of bodyNames.entries()) {
      const view = combinationIndex % 2 === 0 ? 'front' : 'rear';
      const svg = drawCar({
        ...romaDrawing,
        body,
        view,
        scene: pickCyclicValue(sceneNames, combinationIndex),
        paint: pickCyclicValue(paintNames, combinationIndex),
      });
      requireWellFormed(svg);
      const ids = listIds(svg);
      expect(findReferences(svg).filter((reference) => !ids.includes(reference))).toEqual([]);
      expect(svg.length).toBeLessThanOrEqual(260_000);
    }
  });

  test('keeps the corners of every body inside a card of 4:3', () => {
    for (const body of bodyNames)
      for (const nearEnd of ['front', 'rear'] as const) {
        const { carSvg } = drawCorner({ ...romaDrawing, body }, nearEnd, 'a');
        const carSvgWithoutDefinitions = carSvg.replace(/<defs>.*?<\/defs>/, '');
        const pathStarts = [...carSvgWithoutDefinitions.matchAll(/ d="M(-?[\d.]+),(-?[\d.]+)/g)].map(
          ([, x, y]) => [Number(x), Number(y)] as const,
        );
        expect(pathStarts.length).toBeGreaterThan(500);
        // The picture reaches from -600 to 600, and a card of 4:3 shows -533 to 533 of it. The middle of the car is at
        // 0.
        expect(Math.max(...pathStarts.map(([x]) => Math.abs(x)))).toBeLessThan(500);
        expect(Math.min(...pathStarts.map(([, y]) => y))).toBeGreaterThan(-560);
      }
  });

  test('keeps the whole car inside a card of 4:3', () => {
    for (const body of bodyNames) {
      const shape = bodies[body];
      expect(shape.length * computePixelsPerCentimetre(body)).toBeLessThanOrEqual(971);
      expect(shape.height * computePixelsPerCentimetre(body)).toBeLessThan(500);
      expect(shape.rearAxleX + shape.wheelRadius).toBeLessThan(shape.length);
    }
  });

  test('mirrors a crop with the car', () => {
    const [x, y, width, height] = cropView({ ...romaDrawing, view: 'wheel' });
    const [flippedX, ...restOfFlippedBox] = cropView({ ...romaDrawing, view: 'wheel', flip: true });
    // The positions in both drawings are rounded to whole pixels.
    expect(Math.abs(flippedX - (1200 - x - width))).toBeLessThanOrEqual(1);
    expect(restOfFlippedBox).toEqual([y, width, height]);
  });

  test('refuses an edge light that is not a colour', () => {
    expect(() => drawCar({ ...romaDrawing, rim: '"/><script>' })).toThrow(RangeError);
  });

  test('is decoded by the image library at 3:2 in every view', async () => {
    for (const view of views) {
      const { width, height } = await sharp(Buffer.from(drawCar({ ...romaDrawing, view }))).metadata();
      expect(width).toBe(1920);
      expect(Math.abs((height ?? 0) - 1280)).toBeLessThanOrEqual(12);
    }
  });
});

function pickCyclicValue<T>(values: readonly T[], combinationIndex: number): T {
  return values[combinationIndex % values.length] as T;
}
