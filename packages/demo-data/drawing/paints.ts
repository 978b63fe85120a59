/** Four tones of one paint, from the highlight below the windows to the shadow below the doors. */
type PaintTones = readonly [highlight: string, base: string, shaded: string, deep: string];

const tones = {
  green: ['#7fa795', '#2f5e4b', '#1d4334', '#0e2820'],
  emerald: ['#8ec3a4', '#2f7d57', '#1e5a3d', '#0e3020'],
  lime: ['#dfe8a6', '#93a83c', '#6e8029', '#3f4a16'],
  silver: ['#fbfcfc', '#cfd4d4', '#a3aaab', '#6c7475'],
  grey: ['#dfe3e3', '#949c9e', '#727a7c', '#484f51'],
  graphite: ['#9aa1a3', '#4d5456', '#33393b', '#1a1e20'],
  black: ['#7c8384', '#2a2e30', '#191c1e', '#0b0d0e'],
  white: ['#ffffff', '#eef0ee', '#cdd2cf', '#8f9794'],
  pearl: ['#fffdf7', '#e9e3d6', '#c9c1b1', '#8d8575'],
  champagne: ['#f7eeda', '#cdbd9d', '#a59474', '#6b5e45'],
  bronze: ['#dcc3a2', '#9a7a54', '#735839', '#42321f'],
  copper: ['#ecc0a2', '#b06a41', '#86492a', '#4d2814'],
  brown: ['#bfa594', '#63483a', '#463127', '#251913'],
  red: ['#e99585', '#b23325', '#86211a', '#4d110e'],
  burgundy: ['#c68d8f', '#6f2530', '#501720', '#2b0b10'],
  plum: ['#b79aa6', '#674555', '#4a2f3c', '#2a1922'],
  orange: ['#f7c08d', '#d26f22', '#a35114', '#5d2d09'],
  ochre: ['#f0d69c', '#c49a3e', '#96722a', '#594316'],
  yellow: ['#fbeeb0', '#dfba2e', '#b08f1c', '#6a5510'],
  navy: ['#8fa6bf', '#2f4a69', '#1e344d', '#0f1e30'],
  midnight: ['#7f8db0', '#242f52', '#161e38', '#0a0e1d'],
  azure: ['#a8c8ea', '#2f6cae', '#1f4f85', '#102c4d'],
  blue: ['#b5d0e2', '#5e88a5', '#42697f', '#26414f'],
  ice: ['#f2f8fa', '#bccdd4', '#94a8b0', '#61747b'],
  teal: ['#a0cfce', '#2f7274', '#1e5355', '#0f2e2f'],
  sage: ['#dfe7df', '#a4b3a5', '#7e8f81', '#52605a'],
} satisfies Record<string, PaintTones>;

export type Paint = keyof typeof tones;

/** The tones of all paints, by the name of the paint. */
export const paints: Readonly<Record<Paint, PaintTones>> = tones;
