/** Maximum number of images that one reference finds; a car shows fewer. */
const mostOfOneCar = 40;

const imageName = /\.(?:jpe?g|png|webp|avif)$/;

/** Whether the name of a file is that of an image that the server can decode. */
export function isImageName(name: string): boolean {
  return imageName.test(name.toLowerCase());
}

/**
 * Finds the images of an archive that are named by a reference of the dealer: `A123.jpg`, `A123-2.jpg`, `A123 (2).jpg` and
 * all images in a folder `A123`. Case is ignored. The index is made once, in time linear in the names.
 * @returns the full names of the images of one reference in natural order, so that `A123-2` comes before `A123-10`
 */
export function imagesByRef(names: readonly string[]): (ref: string) => readonly string[] {
  const found = new Map<string, string[]>();
  const note = (key: string, name: string): void => {
    const images = found.get(key) ?? [];
    if (images.length < mostOfOneCar && !images.includes(name)) images.push(name);
    found.set(key, images);
  };
  for (const name of names) {
    if (!isImageName(name)) continue;
    const parts = name.toLowerCase().replace(imageName, '').split('/');
    const [folder = '', base = ''] = parts.slice(-2).length === 2 ? parts.slice(-2) : ['', parts[0] ?? ''];
    note(base.trim(), name);
    const numbered = /^(.*[^\s_.(-])[\s_.(-]+\d{1,3}\)?$/.exec(base.trim())?.[1];
    if (numbered !== undefined) note(numbered, name);
    if (folder !== '') note(folder.trim(), name);
  }
  return (ref) => (found.get(ref.trim().toLowerCase()) ?? []).toSorted(inNaturalOrder.compare);
}

const inNaturalOrder = new Intl.Collator('en', { numeric: true });
