import { bodies } from './bodies.ts';
import { drawCabin } from './cabin.ts';
import type { CarDrawing, ViewBox } from './car-drawing.ts';
import { drawCorner } from './corner-view.ts';
import { carGroundPoint, computePixelsPerCentimetre, cropView } from './crop.ts';
import { drawersByBackground } from './decor.ts';
import { drawLabel } from './drawn-label.ts';
import { makeIdPrefix } from './id-prefix.ts';
import { scenes } from './scenes.ts';
import { drawSideView } from './side-view.ts';

/** Width of the image in pixels. The height follows from the view box. */
const width = 1920;

/** The position of the near wheel of a corner view in the full image. */
const cornerPoint = { x: 600, y: 652 } as const;

/**
 * Draws a car in its scene as one self-contained SVG, 1,920 pixels wide, without external references. The same
 * parameters give the same text.
 * @throws RangeError for an edge light that is not `#rrggbb`.
 */
export function drawCar(drawing: CarDrawing): string {
  if (drawing.rim !== undefined && !/^#[0-9a-f]{6}$/i.test(drawing.rim)) throw new RangeError('rim must be #rrggbb');
  const id = makeIdPrefix(drawing);
  const viewBox = cropView(drawing);
  const height = Math.round((width * viewBox[3]) / viewBox[2]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox.join(' ')}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">`,
    ...(drawing.view === 'cabin' ? [drawCabin(drawing, id)] : drawOutsideView(drawing, viewBox, id)),
    placeLabel(viewBox),
    '</svg>',
  ].join('');
}

/**
 * The label "Drawing" in the lower left corner of the view box. The label has the same size in a crop and in the full
 * image.
 */
function placeLabel([x, y, boxWidth]: ViewBox): string {
  return `<g transform="translate(${x},${y}) scale(${Math.round((boxWidth / 1200) * 1000) / 1000})">${drawLabel()}</g>`;
}

/** Draws a view from outside: the scene, the shadow and the car. */
function drawOutsideView(drawing: CarDrawing, viewBox: ViewBox, id: string): readonly string[] {
  const scene = [defineScene(drawing, id), drawBackdrop(drawing, viewBox, id)];
  const { view = 'side' } = drawing;
  if (view !== 'front' && view !== 'rear') return [...scene, ...drawFlatView(drawing, id)];
  const { carSvg, shadowSvg } = drawCorner(drawing, view, id);
  const { x, y } = cornerPoint;
  return [
    ...scene,
    `<g transform="translate(${x},${y})${drawing.flip ? ' scale(-1,1)' : ''}">${shadowSvg}${carSvg}</g>`,
  ];
}

/** Draws the car from its side, with its reflection in the floor. */
function drawFlatView(drawing: CarDrawing, id: string): readonly string[] {
  const { isNight } = scenes[drawing.scene];
  const shape = bodies[drawing.body];
  const scale = computePixelsPerCentimetre(drawing.body);
  const halfLength = (shape.length * scale) / 2;
  const { x, y } = carGroundPoint;
  const sideView = {
    body: drawing.body,
    paint: drawing.paint,
    wheels: drawing.wheels,
    rimFinish: drawing.darkRims ? ('dark' as const) : ('bright' as const),
    isNight,
    edgeLight: drawing.rim,
  };
  const carTransform = drawing.flip
    ? `translate(${round(x + halfLength)},${y}) scale(${-scale},${scale})`
    : `translate(${round(x - halfLength)},${y}) scale(${scale})`;
  return [
    `<g mask="url(#${id}m)"><use href="#${id}a" transform="translate(0,${y * 2}) scale(1,-1)"/></g>`,
    `<ellipse cx="${x}" cy="${y + 3}" rx="${round(halfLength * 1.12)}" ry="30" fill="url(#${id}d)"/><ellipse cx="${x}" cy="${y}" rx="${round(halfLength * 0.94)}" ry="13" fill="url(#${id}d)"/>`,
    `<g id="${id}a" transform="${carTransform}">${drawSideView(sideView, id)}</g>`,
  ];
}

function defineScene(drawing: CarDrawing, id: string): string {
  const { wallTopTone, wallBottomTone, floorFarTone, floorNearTone, isNight } = scenes[drawing.scene];
  const shadowOpacities = isNight ? [0.9, 0.6] : [0.62, 0.3];
  return [
    `<defs><linearGradient id="${id}k" x2="0" y2="1"><stop stop-color="${wallTopTone}"/><stop offset="1" stop-color="${wallBottomTone}"/></linearGradient>`,
    `<linearGradient id="${id}f" x2="0" y2="1"><stop stop-color="${wallBottomTone}"/><stop offset=".12" stop-color="${floorFarTone}"/><stop offset="1" stop-color="${floorNearTone}"/></linearGradient>`,
    `<radialGradient id="${id}l"><stop stop-color="#fff" stop-opacity="${isNight ? 0.1 : 0.6}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`,
    `<radialGradient id="${id}d"><stop stop-color="#050807" stop-opacity="${shadowOpacities[0]}"/><stop offset=".55" stop-color="#050807" stop-opacity="${shadowOpacities[1]}"/><stop offset="1" stop-color="#050807" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="${id}n" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="${isNight ? 0.17 : 0.12}"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/></linearGradient>`,
    `<mask id="${id}m" maskUnits="userSpaceOnUse" x="-800" y="${carGroundPoint.y}" width="2800" height="100"><rect x="-800" y="${carGroundPoint.y}" width="2800" height="200" fill="url(#${id}n)"/></mask></defs>`,
  ].join('');
}

function drawBackdrop(drawing: CarDrawing, [boxX, , boxWidth]: ViewBox, id: string): string {
  const decor = drawersByBackground[drawing.decor](scenes[drawing.scene].decor);
  const tileStarts = [-1200, 0, 1200].filter((x) => x < boxX + boxWidth && x + 1200 > boxX);
  return [
    `<rect x="-1200" y="-600" width="3600" height="1190" fill="url(#${id}k)"/>`,
    ...(decor === '' ? [] : tileStarts.map((x) => (x === 0 ? decor : `<g transform="translate(${x},0)">${decor}</g>`))),
    `<ellipse cx="560" cy="300" rx="760" ry="380" fill="url(#${id}l)" fill-opacity=".6"/>`,
    drawing.decor === 'studio' ? `<ellipse cx="600" cy="180" rx="620" ry="260" fill="url(#${id}l)"/>` : '',
    `<rect x="-1200" y="574" width="3600" height="900" fill="url(#${id}f)"/>`,
  ].join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
