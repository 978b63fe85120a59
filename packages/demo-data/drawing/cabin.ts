import type { CarDrawing } from './car-drawing.ts';
import { drawersByBackground } from './decor.ts';
import { type Paint, paints } from './paints.ts';
import { scenes } from './scenes.ts';

/** The colours of a cabin: leather in light and in shade, its seams, and the trim across the dashboard. */
interface CabinTones {
  readonly leatherTones: readonly [light: string, shade: string];
  readonly seam: string;
  readonly trimTones: readonly [light: string, shade: string];
}

const blackTones = { leatherTones: ['#3a3f41', '#191c1e'], seam: '#6b7274' } as const;
const tanLeather = { leatherTones: ['#b98a5c', '#6e4b2d'], seam: '#e3c7a4' } as const;
const creamLeather = { leatherTones: ['#e4dccd', '#a2988a'], seam: '#7e7466' } as const;
const redLeather = { leatherTones: ['#8f2a27', '#4a1113'], seam: '#d8928c' } as const;
const metalTrim = { trimTones: ['#c5ccce', '#6d7678'] } as const;
const woodTrim = { trimTones: ['#8a6038', '#452c17'] } as const;

/** The colours of the cabin that suits a paint. */
function chooseCabinTones(paint: Paint): CabinTones {
  if (['navy', 'midnight', 'champagne', 'brown', 'green', 'emerald'].includes(paint))
    return { ...tanLeather, ...woodTrim };
  if (['white', 'pearl', 'burgundy', 'plum', 'copper'].includes(paint)) return { ...creamLeather, ...woodTrim };
  if (['silver', 'black', 'ice'].includes(paint)) return { ...redLeather, ...metalTrim };
  return { ...blackTones, ...metalTrim };
}

/**
 * Draws the cabin, seen from between the front seats: dashboard, screen and the steering wheel on the right, as in
 * Singapore. The windscreen shows the same scene as the other views. The SVG uses the units of the full image of 1200 ×
 * 800.
 */
export function drawCabin({ paint, scene, decor }: CarDrawing, id: string): string {
  const tones = chooseCabinTones(paint);
  const { wallTopTone, wallBottomTone, floorFarTone, floorNearTone, decor: tone, isNight } = scenes[scene];
  return [
    '<defs>',
    makeGradient(`${id}a`, [wallTopTone, wallBottomTone]),
    makeGradient(`${id}f`, [floorFarTone, floorNearTone]),
    makeGradient(`${id}l`, tones.leatherTones),
    makeGradient(`${id}d`, ['#34393b', '#121516']),
    makeGradient(`${id}t`, tones.trimTones),
    makeGradient(`${id}b`, [paints[paint][0], paints[paint][2]]),
    makeGradient(`${id}s`, ['#16302a', '#0a1613']),
    `<radialGradient id="${id}m"><stop offset=".55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient></defs>`,
    // This group draws the windscreen, and the bonnet below it.
    `<rect width="1200" height="520" fill="url(#${id}a)"/><g transform="translate(0,-190)">${drawersByBackground[decor](tone)}</g>`,
    `<rect y="384" width="1200" height="160" fill="url(#${id}f)"/>`,
    `<path d="M150,470 C330,398 870,398 1050,470 L1050,540 L150,540 Z" fill="url(#${id}b)"/><path d="M420,420 C440,440 446,470 448,500 M780,420 C760,440 754,470 752,500" fill="none" stroke="${paints[paint][3]}" stroke-opacity=".35" stroke-width="4"/>`,
    isNight ? '<rect width="1200" height="540" fill="#06100d" fill-opacity=".25"/>' : '',
    drawFrame(id),
    drawDashboard(tones, id),
    drawScreen(id),
    drawConsole(tones, id),
    drawSteering(tones, id),
    `<rect width="1200" height="800" fill="url(#${id}m)"/>`,
  ].join('');
}

/** Draws the roof, the pillars, the mirror and the tops of the doors. */
function drawFrame(id: string): string {
  return [
    `<path d="M0,0 H1200 V96 C900,52 300,52 0,96 Z" fill="#2b3032"/><path d="M0,96 C300,52 900,52 1200,96" fill="none" stroke="#0d1011" stroke-width="5"/>`,
    `<path d="M0,84 L58,78 L176,498 L96,540 L0,540 Z" fill="#24292b"/><path d="M1200,84 L1142,78 L1024,498 L1104,540 L1200,540 Z" fill="#24292b"/>`,
    `<path d="M58,78 L176,498 M1142,78 L1024,498" stroke="#0d1011" stroke-width="5"/>`,
    `<path d="M592,66 h16 v34 h-16 Z" fill="#14181a"/><path d="M492,98 Q600,84 708,98 Q722,128 704,156 Q600,166 496,156 Q478,128 492,98 Z" fill="#14181a"/><path d="M506,107 Q600,95 694,107 Q704,128 692,147 Q600,155 508,147 Q496,128 506,107 Z" fill="#8fa0a2"/><path d="M506,107 Q600,95 694,107 L650,150 Q570,154 508,147 Q496,128 506,107 Z" fill="#fff" fill-opacity=".22"/>`,
    `<path d="M0,540 L100,520 L70,800 L0,800 Z M1200,540 L1100,520 L1130,800 L1200,800 Z" fill="url(#${id}l)"/>`,
  ].join('');
}

function drawDashboard({ seam }: CabinTones, id: string): string {
  return [
    `<path d="M0,540 C120,470 330,452 600,452 C870,452 1080,470 1200,540 L1200,800 L0,800 Z" fill="url(#${id}d)"/>`,
    `<path d="M0,540 C120,470 330,452 600,452 C870,452 1080,470 1200,540" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="3"/>`,
    `<path d="M40,574 C180,538 380,530 600,530 C820,530 1020,538 1160,574 L1160,620 C1000,592 820,584 600,584 C380,584 200,592 40,620 Z" fill="url(#${id}t)"/>`,
    `<path d="M40,574 C180,538 380,530 600,530 C820,530 1020,538 1160,574" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2.5"/>`,
    `<path d="M30,626 C200,596 380,590 600,590 C820,590 1000,596 1170,626 L1130,800 L70,800 Z" fill="url(#${id}l)"/>`,
    `<path d="M60,650 C210,622 380,616 480,616 M720,616 C820,616 990,622 1140,650" fill="none" stroke="${seam}" stroke-width="2.5" stroke-dasharray="9 6"/>`,
    drawVent(96, 556, 118),
    drawVent(986, 556, 118),
    drawVent(352, 544, 96),
    drawVent(752, 544, 96),
    `<path d="M110,676 H430 M110,676 Q104,740 128,790" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="3"/><rect x="250" y="690" width="56" height="9" rx="4" fill="#0d1011" fill-opacity=".6"/>`,
  ].join('');
}

function drawVent(x: number, y: number, width: number): string {
  const slatSvgs = [0, 1, 2].map(
    (slatIndex) => `<path d="M${x + 8},${y + 10 + slatIndex * 9} h${width - 16}" stroke="#59625f" stroke-width="2.5"/>`,
  );
  return `<rect x="${x}" y="${y}" width="${width}" height="38" rx="9" fill="#0d1011"/>${slatSvgs.join('')}`;
}

/** Draws the screen: a map of streets, with the server's logo. */
function drawScreen(id: string): string {
  const tickPaths = [8, 12, 17, 22, 17, 12, 8].map(
    (height, index) =>
      `<rect x="${702 + index * 5}" y="${572 - height}" width="3" height="${height}" rx="1" fill="#7fd3ae"/>`,
  );
  return [
    `<rect x="448" y="448" width="304" height="150" rx="14" fill="#07090a"/><rect x="456" y="456" width="288" height="134" rx="8" fill="url(#${id}s)"/>`,
    `<g fill="none" stroke="#2f5d50" stroke-width="5"><path d="M456,540 L560,500 L640,520 L744,470"/><path d="M520,590 L548,456"/><path d="M620,590 L650,456"/><path d="M456,486 L744,580"/></g>`,
    `<path d="M470,585 L534,530 L548,505 L600,510 L636,520" fill="none" stroke="#7fd3ae" stroke-width="5"/><circle cx="636" cy="520" r="8" fill="#eafff5"/>${tickPaths.join('')}`,
    '<path d="M456,464 Q456,456 464,456 H650 L560,590 H464 Q456,590 456,582 Z" fill="#fff" fill-opacity=".05"/>',
  ].join('');
}

function drawConsole({ seam }: CabinTones, id: string): string {
  return [
    `<path d="M486,620 L714,620 L760,800 L440,800 Z" fill="#171b1d"/><path d="M500,634 L700,634 L738,800 L462,800 Z" fill="url(#${id}t)" fill-opacity=".55"/>`,
    '<rect x="528" y="610" width="144" height="26" rx="9" fill="#0d1011"/><circle cx="558" cy="623" r="8" fill="#4b5456"/><circle cx="642" cy="623" r="8" fill="#4b5456"/><rect x="580" y="619" width="40" height="8" rx="4" fill="#7fd3ae" fill-opacity=".8"/>',
    `<ellipse cx="540" cy="742" rx="40" ry="24" fill="#0d1011"/><ellipse cx="540" cy="746" rx="31" ry="17" fill="#23292b"/>`,
    `<path d="M622,668 Q652,654 684,668 L690,752 Q656,768 620,752 Z" fill="#0d1011"/><path d="M640,676 Q653,664 668,676 L672,724 Q654,734 636,724 Z" fill="url(#${id}l)" stroke="${seam}" stroke-width="1.5"/>`,
  ].join('');
}

/** Draws the steering wheel, with the instruments behind it. */
function drawSteering({ seam }: CabinTones, id: string): string {
  const drawDial = (x: number): string =>
    `<circle cx="${x}" cy="520" r="44" fill="#0a0d0e" stroke="#59625f" stroke-width="3"/><path d="M${x - 30},540 A36,36 0 1 1 ${x + 30},540" fill="none" stroke="#cfe0d9" stroke-width="3" stroke-dasharray="2 7"/><path d="M${x},520 L${x - 22},500" stroke="#e0614c" stroke-width="4"/>`;
  return [
    '<path d="M790,566 C790,500 812,466 880,462 H960 C1028,466 1050,500 1050,566 Z" fill="#0d1011"/>',
    `${drawDial(868)}${drawDial(972)}`,
    `<g transform="translate(920,640)"><ellipse rx="186" ry="176" fill="none" stroke="#0d1011" stroke-width="40"/><ellipse rx="186" ry="176" fill="none" stroke="url(#${id}l)" stroke-width="31"/><ellipse rx="186" ry="176" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="6" stroke-dasharray="180 2000" stroke-dashoffset="-560"/>`,
    `<path d="M-178,-18 C-120,-30 -90,-34 -64,-34 L64,-34 C90,-34 120,-30 178,-18 L172,26 C120,22 92,34 74,58 L42,164 L-42,164 L-74,58 C-92,34 -120,22 -172,26 Z" fill="#1b2022"/>`,
    `<path d="M-72,-46 Q0,-66 72,-46 Q86,0 62,50 Q0,76 -62,50 Q-86,0 -72,-46 Z" fill="url(#${id}d)" stroke="#59625f" stroke-width="2"/><path d="M-58,-36 Q0,-52 58,-36" fill="none" stroke="${seam}" stroke-opacity=".6" stroke-width="2" stroke-dasharray="7 5"/>`,
    [-1, 1]
      .map(
        (side) =>
          `<rect x="${side * 118 - 26}" y="-14" width="52" height="26" rx="9" fill="#0d1011"/><path d="M${side * 118 - 10},-1 h20" stroke="#8b9597" stroke-width="3"/>`,
      )
      .join(''),
    [-9, -6, -3, 0, 3, 6, 9]
      .map(
        (x, index) =>
          `<rect x="${x * 1.6 - 1.5}" y="${8 - ([8, 12, 17, 22, 17, 12, 8][index] ?? 8)}" width="3" height="${[8, 12, 17, 22, 17, 12, 8][index] ?? 8}" rx="1" fill="#c5ccce"/>`,
      )
      .join(''),
    '</g>',
  ].join('');
}

function makeGradient(id: string, [from, to]: readonly [string, string]): string {
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}
