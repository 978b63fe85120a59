import type { CarDrawing } from '@carhouse/demo-data/drawing/car-drawing';
import { drawCar } from '@carhouse/demo-data/drawing/draw-car';
import type { ImageWidth } from '@carhouse/domain/image/image-widths';
import sharp from 'sharp';
import { allowDecoders } from './prepare-image.ts';
import { drawingKey, type RenderedDrawing, renderDrawing } from './render-drawing.ts';

/**
 * Draws and renders one picture of a demo car in these widths. It runs in a process of the image workers: the drawing of a corner
 * view takes 20 to 50 ms of computing and its files about 200 ms.
 */
export async function drawDemoCar(drawing: CarDrawing, widths: readonly ImageWidth[]): Promise<RenderedDrawing> {
  allowDecoders();
  const svg = drawCar(drawing);
  // The SVG is ours. Its decoder is off again before the next image.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  try {
    return await renderDrawing(svg, widths);
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] });
  }
}

/** The key under which each drawing is stored; nothing is rendered. */
export function keysOfDrawings(drawings: readonly CarDrawing[]): readonly string[] {
  return drawings.map((drawing) => drawingKey(drawCar(drawing)));
}
