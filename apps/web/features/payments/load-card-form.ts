import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { paymentMessages } from '#messages/payment';

export type CardFormOptions = { readonly publishableKey: string; readonly scriptUrl: string | null };

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

/**
 * Loads the script that draws the card fields: Stripe.js, or the sandbox's script, which has the same interface. The
 * function works only in a browser.
 * @throws Error when the script cannot be fetched; a second call tries again.
 */
export async function loadCardForm({ publishableKey, scriptUrl }: CardFormOptions): Promise<Stripe> {
  if (scriptUrl !== null) {
    if (window.Stripe === undefined) await loadScript(scriptUrl);
    return assertLoaded(window.Stripe?.(publishableKey));
  }
  // The entry `pure` is imported, because the package's default entry would fetch Stripe.js on every page of the site.
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  return assertLoaded(await loadStripe(publishableKey));
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(paymentMessages.formNotFetched));
    };
    document.head.append(script);
  });
}

function assertLoaded(stripe: Stripe | null | undefined): Stripe {
  if (stripe === null || stripe === undefined) throw new Error(paymentMessages.formNotStarted);
  return stripe;
}
