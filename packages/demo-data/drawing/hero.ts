import { type Body, bodies } from './bodies.ts';
import { idPrefix } from './id-prefix.ts';
import type { Paint } from './paints.ts';
import { drawSideView } from './side-view.ts';

/** Desktop is 8:5, wide is for screens of 9:5 and more, mobile is upright. The page's heading is over the plain upper left. */
export type HeroLayout = 'desktop' | 'wide' | 'mobile';
export const heroLayouts: readonly HeroLayout[] = ['desktop', 'wide', 'mobile'];

interface Stage {
  readonly width: number;
  readonly height: number;
  /** Pixels for one centimetre. */
  readonly scale: number;
  /** The point on the ground below the middle of the car. */
  readonly x: number;
  readonly y: number;
  readonly body: Body;
  readonly paint: Paint;
}

const car = { body: 'gt', paint: 'green-night' } as const;

const stages: Readonly<Record<HeroLayout, Stage>> = {
  desktop: { width: 2400, height: 1500, scale: 3.25, x: 1545, y: 1130, ...car },
  wide: { width: 3200, height: 1500, scale: 3, x: 2080, y: 1150, ...car },
  mobile: { width: 900, height: 1900, scale: 2.7, x: 740, y: 1290, ...car },
};

/** The full-screen image behind the home page's heading: one car in a dark garage, as a self-contained SVG. */
export function heroDrawing(layout: HeroLayout = 'desktop'): string {
  const stage = stages[layout];
  const { width, height, scale, x, y } = stage;
  const id = idPrefix(stage);
  const length = bodies[stage.body].length * scale;
  const side = {
    body: stage.body,
    paint: stage.paint,
    wheels: 'five',
    rims: 'lit',
    night: true,
    edgeLight: '#dffff1',
  } as const;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">`,
    defineGarage(stage, id),
    `<rect width="${width}" height="${height}" fill="url(#${id}k)"/>`,
    drawWallLines(stage),
    ellipse(x, y - scale * 80, length * 0.78, scale * 170, `${id}y`),
    drawLamps(stage, length, id),
    ellipse(x, y - scale * 156, length * 0.62, scale * 22, `${id}p`),
    `<rect y="${y - 26}" width="${width}" height="${height}" fill="url(#${id}f)"/>`,
    ellipse(x, y + scale * 16, length * 0.86, scale * 44, `${id}p`),
    `<g mask="url(#${id}m)"><use href="#${id}a" transform="translate(0,${y * 2}) scale(1,-1)"/></g>`,
    ellipse(x, y + scale * 1.5, length * 0.54, scale * 11, `${id}d`),
    ellipse(x, y, length * 0.47, scale * 5, `${id}d`),
    `<g id="${id}a" transform="translate(${round(x - length / 2)},${y}) scale(${scale})">${drawSideView(side, id)}</g></svg>`,
  ].join('');
}

function defineGarage({ width, height, scale, y }: Stage, id: string): string {
  return [
    `<defs><linearGradient id="${id}k" x2="0" y2="1"><stop stop-color="#0b1512"/><stop offset=".55" stop-color="#16302a"/><stop offset="1" stop-color="#1d3b33"/></linearGradient>`,
    `<linearGradient id="${id}f" x2="0" y2="1"><stop stop-color="#1b362f"/><stop offset=".18" stop-color="#10231e"/><stop offset="1" stop-color="#060c0a"/></linearGradient>`,
    `<radialGradient id="${id}p"><stop stop-color="#b9f0d8" stop-opacity=".34"/><stop offset=".5" stop-color="#8fd6bb" stop-opacity=".12"/><stop offset="1" stop-color="#8fd6bb" stop-opacity="0"/></radialGradient>`,
    `<radialGradient id="${id}y"><stop stop-color="#7fcfae" stop-opacity=".42"/><stop offset="1" stop-color="#7fcfae" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="${id}x" x2="0" y2="1"><stop stop-color="#f3fff9" stop-opacity=".95"/><stop offset="1" stop-color="#c9f5e2" stop-opacity=".75"/></linearGradient>`,
    `<radialGradient id="${id}d"><stop stop-color="#020504" stop-opacity=".95"/><stop offset=".6" stop-color="#020504" stop-opacity=".6"/><stop offset="1" stop-color="#020504" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="${id}n" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`,
    `<mask id="${id}m" maskUnits="userSpaceOnUse" x="0" y="${y}" width="${width}" height="${height}"><rect y="${y}" width="${width}" height="${round(scale * 70)}" fill="url(#${id}n)"/></mask></defs>`,
  ].join('');
}

function drawWallLines({ width, y }: Stage): string {
  const lines = Array.from(
    { length: Math.ceil(width / 170) },
    (_, index) => `<path d="M${index * 170 + 60},0 V${y - 30}"/>`,
  );
  return `<g stroke="#050b09" stroke-opacity=".5" stroke-width="2">${lines.join('')}</g>`;
}

function drawLamps({ scale, x, y }: Stage, length: number, id: string): string {
  const lamp = (reach: number, above: number, thickness: number, opacity: number) =>
    `<path d="M${round(x - length * reach)},${round(y - scale * above)} H${round(x + length * reach)} l${round(length * 0.03)},${round(scale * thickness)} H${round(x - length * (reach + 0.03))} Z" fill="url(#${id}x)" opacity="${opacity}"/>`;
  return lamp(0.46, 158, 3.2, 1) + lamp(0.33, 147, 1.8, 0.5);
}

function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${x}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="url(#${fill})"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
