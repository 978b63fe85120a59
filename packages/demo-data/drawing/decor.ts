/** Draws a background of 1200 × 576 units in the tone of its scene. The floor begins at y = 574. */
type DrawDecor = (tone: string) => string;

const decorDrawers = {
  studio: () => '',
  disc: (tone) => `<circle cx="640" cy="330" r="250" fill="${tone}" fill-opacity=".55"/>`,
  ring: (tone) =>
    `<circle cx="560" cy="340" r="262" fill="none" stroke="${tone}" stroke-width="46" stroke-opacity=".6"/><circle cx="560" cy="340" r="170" fill="${tone}" fill-opacity=".28"/>`,
  panels: (tone) =>
    `<g stroke="${tone}" stroke-width="3" stroke-opacity=".8">${drawRow(6, (i) => `<path d="M${60 + i * 220},0 V576"/>`)}<path d="M0,210 H1200"/></g>`,
  louvres: (tone) =>
    `<g fill="${tone}">${drawRow(13, (i) => `<rect x="${14 + i * 92}" y="60" width="46" height="516" fill-opacity="${i % 3 === 1 ? 0.34 : 0.52}"/>`)}<rect x="0" y="48" width="1200" height="12" fill-opacity=".7"/></g>`,
  arches: (tone) =>
    `<g fill="${tone}" fill-opacity=".62">${drawRow(5, (i) => `<path d="M${20 + i * 240},575 V262 Q${20 + i * 240},160 ${120 + i * 240},160 Q${220 + i * 240},160 ${220 + i * 240},262 V575 Z"/>`)}</g><rect x="0" y="96" width="1200" height="10" fill="${tone}" fill-opacity=".6"/>`,
  windows: (tone) =>
    `<g fill="${tone}" fill-opacity=".5">${drawRow(4, (i) => `<rect x="${19 + i * 300}" y="84" width="262" height="412"/>`)}</g><g stroke="#fff" stroke-opacity=".3" stroke-width="6">${drawRow(4, (i) => `<path d="M${150 + i * 300},84 V496 M${19 + i * 300},232 h262"/>`)}</g>`,
  block: (tone) =>
    `<g fill="${tone}"><rect x="60" y="60" width="1080" height="515" fill-opacity=".35"/><g fill-opacity=".62">${drawRow(4, (r) => drawRow(9, (c) => `<rect x="${92 + c * 114}" y="${92 + r * 112}" width="82" height="64"/>`))}</g></g>`,
  towers: (tone) =>
    `<g fill="${tone}"><path d="M0,575 V330 h96 V214 h84 V380 h70 V150 h104 V300 h86 V96 h92 V340 h74 V206 h118 V400 h60 V262 h96 V130 h88 V360 h92 V240 h140 V575 Z" fill-opacity=".5"/><path d="M0,575 V440 h150 V400 h130 V470 h170 V420 h140 V456 h200 V410 h160 V466 h250 V575 Z" fill-opacity=".5"/></g>`,
  shophouses: (tone) =>
    `<g fill="${tone}">${drawRow(6, (i) => {
      const x = i * 200;
      const roofY = 178 + (i % 3) * 26;
      return `<path d="M${x},575 V${roofY + 40} L${x + 95},${roofY} L${x + 190},${roofY + 40} V575 Z" fill-opacity="${i % 2 ? 0.4 : 0.54}"/>${drawRow(3, (w) => `<path d="M${x + 22 + w * 55},${roofY + 170} v-70 q18,-26 36,0 v70 Z" fill-opacity=".62"/>`)}<rect x="${x + 12}" y="${roofY + 204}" width="166" height="12" fill-opacity=".6"/>`;
    })}</g>`,
  hills: (tone) =>
    `<g fill="${tone}"><path d="M-60,576 C80,360 220,300 360,380 C470,250 640,220 760,360 C880,290 1060,300 1280,576 Z" fill-opacity=".42"/><path d="M-60,576 C120,440 300,430 460,500 C640,410 860,420 1280,576 Z" fill-opacity=".55"/></g>`,
  trees: (tone) =>
    `<g fill="${tone}"><path d="M-40,400 C-70,250 70,150 214,186 C276,92 452,84 516,186 C616,122 752,168 774,262 C850,226 926,276 926,344 C926,404 860,424 800,410 C700,396 560,420 420,404 C260,392 100,424 -40,400 Z" fill-opacity=".6"/><path d="M770,420 C772,312 900,250 996,288 C1084,220 1240,276 1262,400 C1150,430 900,440 770,420 Z" fill-opacity=".42"/><path d="M232,390 h18 l6,186 h-30 Z M608,396 h14 l4,180 h-22 Z M1004,420 h12 l4,156 h-20 Z" fill-opacity=".55"/></g>`,
  palms: (tone) =>
    `<g fill="${tone}">${drawPalm(150, 150, 1)}${drawPalm(470, 110, 1.15)}${drawPalm(836, 170, 0.95)}${drawPalm(1090, 120, 1.1)}</g>`,
  deck: (tone) =>
    `<g fill="${tone}"><rect x="0" y="0" width="1200" height="92" fill-opacity=".75"/><rect x="0" y="150" width="1200" height="22" fill-opacity=".5"/><rect x="120" y="92" width="46" height="484" fill-opacity=".5"/><rect x="1010" y="92" width="46" height="484" fill-opacity=".5"/><rect x="570" y="92" width="32" height="484" fill-opacity=".28"/><rect x="0" y="436" width="1200" height="14" fill-opacity=".6"/></g>`,
  steps: (tone) =>
    `<g fill="${tone}">${drawRow(5, (i) => `<path d="M${-20 + i * 150},575 V${510 - i * 86} H1220 V575 Z" fill-opacity=".34"/>`)}</g>`,
  strips: () =>
    drawRow(
      3,
      (i) =>
        `<rect x="${120 + i * 340}" y="70" width="280" height="7" rx="3.5" fill="#eafff5" fill-opacity=".85"/><rect x="${80 + i * 340}" y="40" width="360" height="66" rx="33" fill="#bfe8d6" fill-opacity=".06"/>`,
    ),
} satisfies Record<string, DrawDecor>;

export type Decor = keyof typeof decorDrawers;

/** All functions that draw backgrounds, by the name of the background. */
export const drawersByBackground: Readonly<Record<Decor, DrawDecor>> = decorDrawers;

function drawRow(count: number, drawItem: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => drawItem(index)).join('');
}

function drawPalm(x: number, y: number, size: number): string {
  const frondPaths = [-168, -140, -100, -62, -30, 0].map(
    (frondAngle) => `<path transform="rotate(${frondAngle})" d="M0,0 C34,-26 86,-26 132,6 C88,-6 40,0 0,8 Z"/>`,
  );
  const palmTrunkSvg = `<path d="M-5,0 C4,120 -10,260 -16,${Math.round((580 - y) / size)} h26 C10,260 18,120 7,0 Z"/>`;
  return `<g transform="translate(${x},${y}) scale(${size})" fill-opacity=".56">${palmTrunkSvg}${frondPaths.join('')}</g>`;
}
