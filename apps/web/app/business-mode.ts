import { type BusinessMode, takesPayments } from '@carhouse/domain/payment/business-mode';
import { useRouter } from '@tanstack/react-router';

/** The name of the meta tag with the business mode, which only the server renders (document/document-tags.tsx). */
export const businessModeName = 'business-mode';

/**
 * How the operator runs the marketplace. The business mode does not change while the page is open. The scripts of the
 * home page do not need the business mode, so the browser reads it from the page when a screen needs it.
 */
export function useBusinessMode(): BusinessMode {
  return findBusinessMode(useRouter().options.context);
}

/** Returns the business mode for the loader of a route, from the context of the router. */
export function findBusinessMode({ businessMode }: { readonly businessMode?: BusinessMode }): BusinessMode {
  return businessMode ?? readBusinessMode();
}

function readBusinessMode(): BusinessMode {
  const modeTag = document.querySelector<HTMLMetaElement>(`meta[name="${businessModeName}"]`);
  return modeTag?.content === 'introducer' ? 'introducer' : 'marketplace';
}

/** Whether buyers pay for their orders on this site, and not directly to the seller. */
export function useTakesPayments(): boolean {
  return takesPayments(useBusinessMode());
}
