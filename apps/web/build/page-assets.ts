type ScriptTag = { readonly attrs: { readonly type: 'module'; readonly src?: string }; readonly children?: string };

/** The URLs of the files of a route. */
export type RouteFiles = { readonly css: readonly string[]; readonly preloads: readonly string[] };

/** A font that is fetched: its rule in the style sheet, and the arguments of a `FontFace`. */
export type FontFaceRule = {
  readonly rule: string;
  readonly url: string;
  readonly family: string;
  readonly source: string;
  readonly descriptors: Readonly<Record<string, string>>;
};

/** The files that the document of every page needs; written by the build, or by the server in development. */
export type PageAssets = {
  /** By the id of the route. The root has the files of every page. */
  readonly routes: Readonly<Record<string, RouteFiles>>;
  /** The module that hydrates every page, fetched after the first paint. */
  readonly entry?: string;
  /** Scripts that replace the entry during development. */
  readonly scripts?: readonly ScriptTag[];
  /** Inlined style sheets by their URL, without the fonts. */
  readonly styles: Readonly<Record<string, string>>;
  readonly fonts: readonly FontFaceRule[];
};
