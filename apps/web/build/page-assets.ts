type ScriptTag = { readonly attrs: { readonly type: 'module'; readonly src?: string }; readonly children?: string };

/** The addresses of the files of a route. */
export type RouteFiles = { readonly css: readonly string[]; readonly preloads: readonly string[] };

/** A font that is fetched: its rule in the style sheet, and what a `FontFace` is made of. */
export type FontFaceRule = {
  readonly rule: string;
  readonly url: string;
  readonly family: string;
  readonly source: string;
  readonly descriptors: Readonly<Record<string, string>>;
};

/** What the document of every page is made with: written by the build, or by the server while developing. */
export type PageAssets = {
  /** By the id of the route. The root has what every page needs. */
  readonly routes: Readonly<Record<string, RouteFiles>>;
  /** The module that hydrates every page, fetched after the first paint. */
  readonly entry?: string;
  /** While developing: scripts in place of the entry. */
  readonly scripts?: readonly ScriptTag[];
  /** Style sheets whose text stands in the page, by their address, without the fonts. */
  readonly styles: Readonly<Record<string, string>>;
  readonly fonts: readonly FontFaceRule[];
};
