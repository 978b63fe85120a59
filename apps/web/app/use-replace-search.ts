import { trimPathRight, useMatch, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';

type Search = Record<string, unknown>;

/**
 * Returns a function that writes the state of a page into the page's own URL: it replaces the search parameters.
 *
 * The user's navigations have priority. While a navigation is under way, or after the page was left, the function
 * changes nothing and returns false. Without this rule, a list that loads more cars by itself would undo a filter that
 * the user has just chosen, because the list still knows the URL without the filter.
 */
export function useReplaceSearch(): (change: (currentSearch: Search) => Search) => boolean {
  const router = useRouter();
  const navigate = useNavigate();
  const pathname = useMatch({ strict: false, select: (routeMatch) => trimPathRight(routeMatch.pathname) });
  // The component renders again when a navigation has ended, so that an effect whose change was refused can make the
  // change then.
  useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href });
  return (change) => {
    const { latestLocation: latest } = router;
    if (latest.href !== router.state.resolvedLocation?.href || latest.pathname !== pathname) return false;
    void navigate({ to: '.', search: change(latest.search), replace: true, resetScroll: false });
    return true;
  };
}
