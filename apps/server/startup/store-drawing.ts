import type { CarDrawing } from '@carhouse/demo-data/drawing/car-drawing';
import { drawCar } from '@carhouse/demo-data/drawing/draw-car';
import { renderDrawing } from '@carhouse/images/render-drawing';
import type { Context } from '../context.ts';

/** Draws an image of a demo listing and stores it without an uploader. It is idempotent. @returns its key. */
export async function storeDrawing(context: Context, drawing: CarDrawing): Promise<string> {
  const { image, variants } = await renderDrawing(drawCar(drawing));
  await context.images.put(image.key, variants);
  await context.database
    .insertInto('image')
    .values({ key: image.key, width: image.width, height: image.height })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return image.key;
}
