const ownPicture = /^(\/media\/.+)-(?:960|480)\.webp$/;

export type ImageSources = { readonly src: string; readonly srcSet?: string };

/** The addresses of a picture: our own come 960 and 480 pixels wide, any other as it is. */
export function imageSources(url: string): ImageSources {
  const stem = ownPicture.exec(url)?.[1];
  if (stem === undefined) return { src: url };
  return { src: `${stem}-960.webp`, srcSet: `${stem}-480.webp 480w, ${stem}-960.webp 960w` };
}
