import sharp, { type OverlayOptions } from 'sharp';
import { imageLimits } from '../image-limits.ts';
import { allowDecoders } from '../prepare-image.ts';
import { type ShareCard, shareCardSize } from './share-card.ts';
import { drawText, type TextPath } from './text-path.ts';

const { width, height } = shareCardSize;
/** Height of the photo above the texts. */
const photoHeight = 424;
const margin = 56;
/** Share of a photo's height that is cut off at its top, of all that is cut off: a car stands below the middle. */
const cutAtTop = 0.58;

/** Colours of the design tokens, light theme. */
const colours = {
  background: '#fafcfb',
  sunken: '#eef2f0',
  ink: '#101a16',
  quiet: '#4d5a54',
  accent: '#0e5a3f',
  off: '#c4cdc8',
} as const;

/**
 * The picture of a shared car as JPEG, 1200 × 630: its cover, name, price and COE; without a cover the mark of the server. It runs in
 * a process of the image workers.
 * @param photo a stored WebP file of the cover; null for a car without photos
 */
export async function drawShareCard(photo: Uint8Array | null, card: ShareCard): Promise<Buffer> {
  allowDecoders();
  const photoLayer = photo === null ? undefined : await cropPhoto(photo);
  const texts = Buffer.from(drawTexts(card, photoLayer === undefined));
  // The SVG is ours: its texts are paths. Its decoder is off again before the next image.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  try {
    const layers: OverlayOptions[] = photoLayer === undefined ? [] : [photoLayer];
    return await sharp({ create: { width, height, channels: 3, background: colours.background } })
      .composite([...layers, { input: texts, left: 0, top: 0 }])
      .timeout({ seconds: imageLimits.seconds })
      .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] });
  }
}

async function cropPhoto(photo: Uint8Array): Promise<OverlayOptions> {
  const { data, info } = await sharp(photo, { limitInputPixels: imageLimits.pixels })
    .timeout({ seconds: imageLimits.seconds })
    .resize({ width })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels } as const;
  // A panorama is lower than the frame: it is enlarged until it fills it.
  const fitted = sharp(data, { raw });
  const top = Math.round(Math.max(0, info.height - photoHeight) * cutAtTop);
  const framed =
    info.height < photoHeight
      ? fitted.resize({ width, height: photoHeight, fit: 'cover' })
      : fitted.extract({ left: 0, top, width, height: photoHeight });
  const { data: input, info: size } = await framed.raw().toBuffer({ resolveWithObject: true });
  return { input, raw: { width: size.width, height: size.height, channels: size.channels }, left: 0, top: 0 };
}

function drawTexts({ name, price, about, coe, siteName }: ShareCard, isPlain: boolean): string {
  const right = width - margin;
  const priceText = drawText(price, 60);
  const site = drawText(siteName, 32);
  const titleWidth = right - margin - priceText.width - 40;
  const ticks = coe.lit === null ? '' : drawTicks(coe.lit, margin, 584);
  const coeLeft = margin + (coe.lit === null ? 0 : 10 * tickStep + 14);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    isPlain
      ? `<rect width="${width}" height="${photoHeight}" fill="${colours.sunken}"/>${drawMark(480, 120, 8, colours.off)}`
      : '',
    place(fitText(name, [60, 46], titleWidth), margin, 496, colours.ink),
    place(priceText, right - priceText.width, 496, colours.ink),
    place(drawText(about, 32, 760), margin, 545, colours.quiet),
    ticks,
    place(drawText(coe.words, 32, 620), coeLeft, 594, coe.lit === null ? colours.quiet : colours.accent),
    drawMark(right - site.width - 50, 569, 1.2, colours.accent),
    place(site, right - site.width, 594, colours.ink),
    '</svg>',
  ].join('');
}

/** The text in the first of these sizes in which it fits; in the last one it is cut. */
function fitText(text: string, sizes: readonly number[], widest: number): TextPath {
  const smallest = Math.min(...sizes);
  const size = sizes.find((each) => drawText(text, each).width <= widest) ?? smallest;
  return drawText(text, size, widest);
}

function place({ d }: { readonly d: string }, x: number, y: number, fill: string): string {
  return `<path transform="translate(${Math.round(x)} ${y})" fill="${fill}" d="${d}"/>`;
}

/** Pixels from one tick to the next. */
const tickStep = 12;

/** Ten ticks with their lower ends at `y`: tall for a year that is left, short for a used one. */
function drawTicks(lit: number, x: number, y: number): string {
  return Array.from({ length: 10 }, (_, index) => {
    const tall = index < lit ? 26 : 10;
    const fill = index < lit ? colours.accent : colours.off;
    return `<rect x="${x + index * tickStep}" y="${y + 10 - tall}" width="6" height="${tall}" rx="2" fill="${fill}"/>`;
  }).join('');
}

/** Heights of the seven bars of the server's mark, which is 30 × 22 units. */
const markBars = [8, 12, 17, 22, 17, 12, 8] as const;

function drawMark(x: number, y: number, scale: number, fill: string): string {
  const bars = markBars.map(
    (bar, index) => `<rect x="${index * 4.5}" y="${22 - bar}" width="3" height="${bar}" rx="1"/>`,
  );
  return `<g transform="translate(${Math.round(x)} ${y}) scale(${scale})" fill="${fill}">${bars.join('')}</g>`;
}
