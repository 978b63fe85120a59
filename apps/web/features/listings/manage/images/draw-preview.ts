/** Pixels: twice the width of a tile. */
const width = 360;

/**
 * A small picture of a file as a `data:` address: the content policy lets no `blob:` in. `''` for what this browser cannot
 * draw; the server may still take it.
 */
export async function drawPreview(file: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.75);
  } catch {
    return '';
  }
}
