import { encode } from 'uqr';

/**
 * The width of a module in pixels, and the width of the empty border in modules, which scanners need (ISO 18004: four).
 */
const modulePixels = 12;
const borderModules = 4;

/**
 * Saves a QR code as a PNG picture. On a phone the share sheet of the system opens, with which the picture can be saved
 * to the photos. In other cases the picture is downloaded.
 * @returns whether the picture was saved or shared; false when the user closed the share sheet.
 */
export async function saveCodePicture(data: string, fileName: string): Promise<boolean> {
  const file = new File([await drawPicture(data)], fileName, { type: 'image/png' });
  const isTouchDevice = matchMedia('(pointer: coarse)').matches;
  if (isTouchDevice && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false;
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}

async function drawPicture(data: string): Promise<Blob> {
  const { data: rows, size } = encode(data, { ecc: 'M', border: borderModules });
  const canvas = document.createElement('canvas');
  canvas.width = size * modulePixels;
  canvas.height = size * modulePixels;
  const drawing = canvas.getContext('2d');
  if (drawing === null) throw new Error('This browser cannot draw pictures.');
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = '#000';
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) drawing.fillRect(x * modulePixels, y * modulePixels, modulePixels, modulePixels);
    }
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture could not be made.')) : resolve(blob)));
  });
}
