import type { RegisteredRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';

/**
 * A path of the route tree as links write it: index routes lose the slash at their end. It comes from the registered router,
 * because an import of the generated tree would make a cycle through every page.
 */
type PagePath<Path extends string = keyof RegisteredRouter['routesByPath']> = Path extends `${infer Page}/`
  ? Page extends ''
    ? '/'
    : Page
  : Path;

/** A page of this site, as the route tree knows it: `/cars/$id`. */
export type RouteTarget = {
  readonly to: PagePath;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
  readonly hash?: string;
};

/**
 * How the frame, Home and what they share get to other pages. In the application it is the router; on Home, which
 * is hydrated without one, it is `home-navigation.tsx`.
 */
export type Navigation = {
  /** Of the page that shows, or is on its way. */
  readonly pathname: string;
  readonly href: string;
  /** @param place a page, or an address of this site: `/cars?q=911` */
  go(place: RouteTarget | string, options?: { readonly resetScroll?: boolean }): Promise<void>;
  /** The user is about to go there: fetches what the page needs. */
  prepare(target: RouteTarget): void;
};

const NavigationContext = createContext<Navigation | undefined>(undefined);

export const NavigationProvider = NavigationContext.Provider;

/** @throws Error outside of a page. */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (navigation === undefined) throw new Error('There is no navigation around this component.');
  return navigation;
}

/** The address of a page, as its links have it. Lists are their name repeated, as a plain form writes them. */
export function hrefOf({ to, params = {}, search = {}, hash }: RouteTarget): string {
  const path = to.replace(/\$(\w+)/g, (_: string, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isGiven).map((each) => [name, String(each)]),
  );
  const query = new URLSearchParams(pairs).toString();
  return `${path}${query === '' ? '' : `?${query}`}${hash === undefined ? '' : `#${hash}`}`;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
