/** Maximum number of images that one reference finds. A listing displays fewer images than this maximum. */
const maxImagesPerRef = 40;

const imageNamePattern = /\.(?:jpe?g|png|webp|avif)$/;

/** Whether the name of a file is the name of an image that the server can decode. */
export function isImageName(name: string): boolean {
  return imageNamePattern.test(name.toLowerCase());
}

/**
 * Finds the images of an archive that are named by a reference of the dealer: all images in a folder `A123`, or else
 * `A123.jpg`, `A123-2.jpg`, `A123 (2).jpg`. The name of a file is ignored when a folder names the car: in the folder of
 * one car, `1.jpg` is its first photo and not the photo of car `1`. Case is ignored. The function builds an index in
 * time linear in the number of names. The returned function looks up references in this index.
 * @returns the full names of the images of one reference in natural order, so that `A123-2` comes before `A123-10`
 */
export function makeImageFinder(names: readonly string[]): (ref: string) => readonly string[] {
  const images = names.filter(isImageName).map((name) => {
    const pathParts = name.toLowerCase().replace(imageNamePattern, '').split('/');
    return { name, base: (pathParts.at(-1) ?? '').trim(), folders: pathParts.slice(0, -1) };
  });
  const sharedFolderCount = countSharedFolders(images.map(({ folders }) => folders));
  const namesByFolder = new Map<string, string[]>();
  const namesByBaseName = new Map<string, string[]>();
  for (const { name, base: baseName, folders } of images) {
    const folder = folders.at(-1)?.trim() ?? '';
    if (folder !== '') addName(namesByFolder, folder, name);
    if (folders.length > 0 && folders.length !== sharedFolderCount) continue;
    addName(namesByBaseName, baseName, name);
    const nameWithoutNumber = /^(.*[^\s_.(-])[\s_.(-]+\d{1,3}\)?$/.exec(baseName)?.[1];
    if (nameWithoutNumber !== undefined) addName(namesByBaseName, nameWithoutNumber, name);
  }
  return (ref) => {
    const key = ref.trim().toLowerCase();
    return (namesByFolder.get(key) ?? namesByBaseName.get(key) ?? []).toSorted(naturalOrderCollator.compare);
  };
}

function addName(namesByKey: Map<string, string[]>, key: string, name: string): void {
  const images = namesByKey.get(key) ?? [];
  if (images.length < maxImagesPerRef && !images.includes(name)) images.push(name);
  namesByKey.set(key, images);
}

/** The number of leading folders that all paths have in common. */
function countSharedFolders(paths: readonly (readonly string[])[]): number {
  const [firstPath = [], ...otherPaths] = paths;
  let sharedFolderCount = firstPath.length;
  for (const path of otherPaths) {
    const differenceIndex = firstPath.slice(0, sharedFolderCount).findIndex((folder, index) => path[index] !== folder);
    if (differenceIndex !== -1) sharedFolderCount = differenceIndex;
  }
  return sharedFolderCount;
}

const naturalOrderCollator = new Intl.Collator('en', { numeric: true });
