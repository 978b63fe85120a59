import type { CarDrawing } from '@carhouse/demo-data/drawing/car-drawing';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { imageWidths } from '@carhouse/domain/image/image-widths';
import type { Context } from '../context.ts';

/**
 * The image widths to store. `first`: the widths that cards need, so that the first start is quick. `rest`: the larger
 * widths of the same image. `all`: every width.
 */
export type WidthSelection = 'first' | 'rest' | 'all';

const widthsBySelection = { first: [480, 960], rest: [1600, 1920], all: imageWidths } as const;

/**
 * Requests an image of a demo listing from the image processes and stores it without an uploader. A second call with
 * the same drawing changes nothing. A drawing that fails is requested a second time, because on a busy machine an image
 * process can exceed its time limit.
 * @returns the key of the image.
 */
export async function storeDrawing(
  context: Context,
  drawing: CarDrawing,
  widthSelection: WidthSelection,
): Promise<string> {
  const { image, variants } = await requestDrawing(context, drawing, widthSelection).catch((error: unknown) => {
    if (isDomainError(error, 'IMAGE_INVALID')) return requestDrawing(context, drawing, widthSelection);
    throw error;
  });
  const { key, width, height } = image;
  await context.images.put(key, variants);
  await context.database
    .insertInto('image')
    .values({ key, width, height })
    .onConflict((conflict) =>
      // The stored size is that of the largest file, and it never shrinks.
      conflict.column('key').doUpdateSet({ width, height }).where('image.width', '<', width),
    )
    .execute();
  return key;
}

const requestDrawing = ({ imageWorkers }: Context, drawing: CarDrawing, widthSelection: WidthSelection) =>
  imageWorkers.drawDemoCar(drawing, widthsBySelection[widthSelection]);
