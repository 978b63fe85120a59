import { type Body, bodies } from './bodies.ts';
import type { BodyShape } from './body-shape.ts';
import { type Paint, paints } from './paints.ts';
import { listPathPoints } from './path-points.ts';
import { drawWheel, type RimFinish, type Wheels } from './wheels.ts';

interface SideView {
  readonly body: Body;
  readonly paint: Paint;
  readonly wheels: Wheels;
  readonly rimFinish: RimFinish;
  readonly isNight: boolean;
  /** Colour of the light along the roof as `#rrggbb`. */
  readonly edgeLight?: string | undefined;
}

/**
 * Draws the car without its scene, in centimetres with the ground at y = 0. Every id in the drawing begins with `id`.
 */
export function drawSideView(view: SideView, id: string): string {
  const shape = bodies[view.body];
  const [highlight, , shaded, deep] = paints[view.paint];
  const wheelSvg = drawWheel(view.wheels, shape.wheelRadius, view.rimFinish, `${id}r`);
  return [
    `<defs>${definePaint(view.paint, id)}${defineParts(shape, view.isNight, id)}<g id="${id}w">${wheelSvg}</g></defs>`,
    ...(shape.openCabinPaths ?? []).map((d) => `<path d="${d}" fill="#1b1f21"/>`),
    `<path d="${shape.outlinePath}" fill="url(#${id}b)"/><g clip-path="url(#${id}c)">`,
    `<path d="${shape.creasePath} L${shape.length + 20},-200 L-20,-200 Z" fill="url(#${id}u)" fill-opacity="${view.isNight ? 0.28 : 0.5}"/>`,
    `<path d="${shape.creasePath}" fill="none" stroke="${highlight}" stroke-width="1.5" stroke-opacity=".75"/>`,
    `<path d="${shape.creasePath}" transform="translate(0,2.4)" fill="none" stroke="${deep}" stroke-width="2.6" stroke-opacity=".28"/>`,
    `<path d="${shape.sillPath}" fill="none" stroke="${highlight}" stroke-width="2" stroke-opacity=".4"/>`,
    shape.softTopPath ? `<path d="${shape.softTopPath}" fill="url(#${id}s)"/>` : '',
    shape.airIntakePath ? `<path d="${shape.airIntakePath}" fill="#0c0f10" fill-opacity=".82"/>` : '',
    `<rect y="-200" width="${shape.length}" height="200" fill="url(#${id}e)"/>${drawCladding(shape)}<rect y="-22" width="${shape.length}" height="24" fill="${deep}" fill-opacity=".6"/>`,
    ...shape.doorPaths.map(
      (d) => `<path d="${d}" fill="none" stroke="#06090a" stroke-opacity=".55" stroke-width="1.1"/>`,
    ),
    shape.grillePath ? `<path d="${shape.grillePath}" fill="#0c0f10" fill-opacity=".85"/>` : '',
    '</g>',
    drawRails(shape),
    drawGlass(shape, view.isNight, id),
    `<path d="${shape.headlampPath}" fill="url(#${id}h)" fill-opacity=".95"/><path d="${shape.tailLampPath}" fill="url(#${id}t)"/>`,
    ...shape.doorHandlePoints.map(
      ([x, y]) =>
        `<rect x="${x}" y="${y}" width="17" height="2.6" rx="1.3" fill="${deep}" fill-opacity=".65"/><rect x="${x}" y="${y}" width="17" height="1" rx=".5" fill="${highlight}" fill-opacity=".8"/>`,
    ),
    `<path transform="translate(${shape.mirrorPoint[0]},${shape.mirrorPoint[1]})" d="M-12,-8 C-9,-12 4,-13 8,-9 C9,-5 7,-2 3,-1 L-8,-1 C-12,-2 -13,-5 -12,-8 Z" fill="${shaded}" stroke="#06090a" stroke-opacity=".4" stroke-width=".7"/>`,
    `<use href="#${id}w" x="${shape.frontAxleX}" y="${-shape.wheelRadius}"/><use href="#${id}w" x="${shape.rearAxleX}" y="${-shape.wheelRadius}"/>`,
    view.edgeLight
      ? `<path d="${shape.outlinePath}" fill="none" stroke="${view.edgeLight}" stroke-width="1.4" stroke-opacity=".9" clip-path="url(#${id}o)"/>`
      : '',
  ].join('');
}

/** Draws the dark plastic along the sills and around the wheels. The plastic is clipped to the body. */
function drawCladding({ hasCladding, length, wheelRadius, frontAxleX, rearAxleX }: BodyShape): string {
  if (!hasCladding) return '';
  const archTop = wheelRadius * 1.02;
  const archElements = [frontAxleX, rearAxleX].map(
    (axleX) => `<circle cx="${axleX}" cy="${-wheelRadius}" r="${wheelRadius + 11}"/>`,
  );
  return `<g fill="#1c2123"><rect y="${-archTop}" width="${length}" height="${archTop}"/>${archElements.join('')}</g>`;
}

function drawRails({ roofRailRange, outlinePath }: BodyShape): string {
  if (roofRailRange === undefined) return '';
  const [from, to] = roofRailRange;
  const outlinePoints = listPathPoints(outlinePath).flat();
  const rimPoints = Array.from({ length: 12 }, (_, index) => {
    const x = from + ((to - from) * index) / 11;
    const roofY = Math.min(...outlinePoints.filter(([roofX]) => Math.abs(roofX - x) < 12).map(([, y]) => y));
    return `${Math.round(x)},${round(roofY - (index === 0 || index === 11 ? -2 : 4))}`;
  });
  return `<path d="M${rimPoints.join(' L')}" fill="none" stroke="#2a3033" stroke-width="3" stroke-linejoin="round"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function definePaint(paint: Paint, id: string): string {
  const [highlight, base, shaded, deep] = paints[paint];
  const bands = [
    [0, highlight],
    [0.1, base],
    [0.34, base],
    [0.5, shaded],
    [0.66, shaded],
    [0.8, base],
    [0.9, shaded],
    [1, deep],
  ];
  return [
    makeVerticalGradient(
      `${id}b`,
      bands.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join(''),
    ),
    makeVerticalGradient(`${id}u`, `${makeStop(0, highlight, 0.75)}${makeStop(1, highlight, 0)}`),
    `<linearGradient id="${id}e">${makeStop(0, deep, 0.75)}${makeStop(0.1, deep, 0)}${makeStop(0.9, deep, 0)}${makeStop(1, deep, 0.8)}</linearGradient>`,
  ].join('');
}

function defineParts(shape: BodyShape, isNight: boolean, id: string): string {
  const glassBottomColour = isNight ? '#0b100f' : '#1b2123';
  return [
    `<clipPath id="${id}c"><path d="${shape.outlinePath}"/></clipPath><clipPath id="${id}g"><path d="${shape.glassPath}"/></clipPath>`,
    `<clipPath id="${id}o"><rect x="-50" y="-220" width="${shape.length + 100}" height="150"/></clipPath>`,
    makeVerticalGradient(
      `${id}v`,
      `${makeStop(0, isNight ? '#3a4a46' : '#5d6a6d')}${makeStop(0.55, glassBottomColour)}${makeStop(1, glassBottomColour)}`,
    ),
    shape.softTopPath
      ? makeVerticalGradient(`${id}s`, `${makeStop(0, '#565b5d')}${makeStop(0.4, '#303537')}${makeStop(1, '#1a1e20')}`)
      : '',
    `<linearGradient id="${id}h">${makeStop(0, '#fbfffd')}${makeStop(0.5, isNight ? '#cfe6dc' : '#b9c4c1')}${makeStop(1, '#2a3133')}</linearGradient>`,
    `<linearGradient id="${id}t" x1="1" x2="0">${makeStop(0, isNight ? '#ff5a45' : '#b32a1e')}${makeStop(1, '#4a0f0b')}</linearGradient>`,
  ].join('');
}

function drawGlass(shape: BodyShape, isNight: boolean, id: string): string {
  const x = (lengthShare: number) => Math.round(shape.length * lengthShare);
  return [
    `<path d="${shape.glassPath}" fill="url(#${id}v)"/><g clip-path="url(#${id}g)" fill="#fff">`,
    `<path d="M${x(0.42)},-190 L${x(0.5)},-190 L${x(0.42)},-80 L${x(0.34)},-80 Z" fill-opacity=".1"/>`,
    `<path d="M${x(0.62)},-190 L${x(0.66)},-190 L${x(0.58)},-80 L${x(0.54)},-80 Z" fill-opacity=".08"/>`,
    ...shape.pillarPaths.map((d) => `<path d="${d}" stroke="#0a0d0e" stroke-width="5" fill="none"/>`),
    `</g><path d="${shape.glassPath}" fill="none" stroke="${isNight ? '#8aa39a' : '#fff'}" stroke-opacity=".35"/>`,
  ].join('');
}

function makeVerticalGradient(id: string, gradientStops: string): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${gradientStops}</linearGradient>`;
}

function makeStop(offset: number, colour: string, opacity = 1): string {
  return `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`;
}
