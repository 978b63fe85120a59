/** A wheel style: the number of spokes, and the path of the spoke at twelve o'clock. */
interface SpokeStyle {
  readonly count: number;
  readonly drawSpoke: (radius: number) => string;
}

const styles = {
  five: {
    count: 5,
    drawSpoke: (r) =>
      `M-3.4,-4 L-5.4,${scaleRadius(r, 0.7)} Q0,${scaleRadius(r, 0.75)} 5.4,${scaleRadius(r, 0.7)} L3.4,-4 Z`,
  },
  seven: {
    count: 7,
    drawSpoke: (r) => `M-2.6,-4 L-3.8,${scaleRadius(r, 0.71)} L3.8,${scaleRadius(r, 0.71)} L2.6,-4 Z`,
  },
  ten: { count: 10, drawSpoke: (r) => `M-1.3,-4 L-2.2,${scaleRadius(r, 0.71)} L2.2,${scaleRadius(r, 0.71)} L1.3,-4 Z` },
  twin: {
    count: 5,
    drawSpoke: (r) =>
      `M-1.2,-5 L-6.6,${scaleRadius(r, 0.7)} L-3.2,${scaleRadius(r, 0.72)} L-.4,-8 L.4,-8 L3.2,${scaleRadius(r, 0.72)} L6.6,${scaleRadius(r, 0.7)} L1.2,-5 Z`,
  },
  mesh: {
    count: 8,
    drawSpoke: (r) =>
      `M-1,-4 L-6,${scaleRadius(r, 0.7)} L-4,${scaleRadius(r, 0.71)} L0,-9 L4,${scaleRadius(r, 0.71)} L6,${scaleRadius(r, 0.7)} L1,-4 Z`,
  },
  turbine: {
    count: 14,
    drawSpoke: (r) => `M-1,-5 L-.5,${scaleRadius(r, 0.71)} L3.6,${scaleRadius(r, 0.69)} L2.4,-5 Z`,
  },
  aero: {
    count: 6,
    drawSpoke: (r) =>
      `M-5,-5 L-10,${scaleRadius(r, 0.68)} Q-1,${scaleRadius(r, 0.78)} 7,${scaleRadius(r, 0.71)} L3,-5 Z`,
  },
} satisfies Record<string, SpokeStyle>;

export type Wheels = keyof typeof styles;
export const wheelStyles = Object.keys(styles) as readonly Wheels[];

/** Finish of the rim's metal. */
export type RimFinish = 'bright' | 'dark';

const finishes: Readonly<Record<RimFinish, readonly [top: string, bottom: string]>> = {
  bright: ['#eef1f1', '#8e9798'],
  dark: ['#6b7274', '#2a3032'],
};

/**
 * Draws one wheel around 0,0. `radius` is the radius of the tyre in centimetres. `id` names the wheel's gradient and
 * must be unique on the page.
 */
export function drawWheel(style: Wheels, radius: number, rimFinish: RimFinish, id: string): string {
  const { count, drawSpoke } = styles[style];
  const [top, bottom] = finishes[rimFinish];
  const path = drawSpoke(radius);
  const spokeSvgs = Array.from({ length: count }, (_, index) => {
    const rotation = index === 0 ? '' : ` transform="rotate(${round((index * 360) / count)})"`;
    return `<path${rotation} d="${path}"/>`;
  });
  return [
    `<circle r="${radius + 4.5}" fill="#07090a"/><circle r="${radius}" fill="#15181a"/>`,
    `<circle r="${radius}" fill="none" stroke="#2b3033" stroke-width="1.2"/><circle r="${round(radius * 0.78)}" fill="#0c0f10"/>`,
    `<circle r="${round(radius * 0.52)}" fill="#3a4043"/><circle r="${round(radius * 0.5)}" fill="none" stroke="#565d60"/>`,
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`,
    `<g fill="url(#${id})">${spokeSvgs.join('')}</g>`,
    `<circle r="${round(radius * 0.745)}" fill="none" stroke="url(#${id})" stroke-width="${round(radius * 0.06)}"/>`,
    `<circle r="${round(radius * 0.16)}" fill="${bottom}"/><circle r="${round(radius * 0.09)}" fill="#1a1e20"/>`,
  ].join('');
}

function scaleRadius(radius: number, share: number): number {
  return -round(radius * share);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
