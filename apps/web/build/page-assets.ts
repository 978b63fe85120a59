type ScriptTag = { readonly attrs: { readonly type: 'module'; readonly src?: string }; readonly children?: string };

/** The URLs of the files that a route needs. */
export type RouteFiles = { readonly css: readonly string[]; readonly preloads: readonly string[] };

/** A font that is fetched: its rule in the style sheet, and the arguments of a `FontFace`. */
export type FontFaceRule = {
  readonly rule: string;
  readonly url: string;
  readonly family: string;
  readonly source: string;
  readonly descriptors: Readonly<Record<string, string>>;
};

/** The files that HTML documents need; the build writes this list, or the server in development. */
export type PageAssets = {
  /** The files of each route by the route's id. The root route has the files that every page needs. */
  readonly routes: Readonly<Record<string, RouteFiles>>;
  /** URL of the module that hydrates every page, which is fetched after the first paint. */
  readonly entry?: string;
  /** Scripts that replace the entry during development. */
  readonly scripts?: readonly ScriptTag[];
  /** Inlined style sheets by their URL, without the fonts. */
  readonly styles: Readonly<Record<string, string>>;
  readonly fonts: readonly FontFaceRule[];
};
