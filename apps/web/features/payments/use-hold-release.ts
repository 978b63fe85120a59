import type { Client } from '@carhouse/contract/client';
import { releaseHold } from '@carhouse/contract/payments';
import { useEffect, useRef } from 'react';
import { useClient } from '../../app/api.ts';

/**
 * The release request of the page that the user left last. The next payment waits for the release request, because a
 * buyer may hold one car at a time.
 */
let lastReleasePromise: Promise<unknown> = Promise.resolve();

/** Resolves when this tab's earlier hold has been released, or its release has failed. */
export function waitForReleases(): Promise<unknown> {
  return lastReleasePromise;
}

type HoldOfPage = { readonly bookingId: string; readonly visitId: string | undefined; readonly isPaying: boolean };

/**
 * Releases the car when its buyer leaves the page by a link or by closing it, unless a card is being charged. The
 * server accepts the release only from the page that opened the payment last.
 * @param onPageReturn a function that is called when the browser restores the page from its cache; the hold has then
 * been released.
 */
export function useHoldRelease(holdOfPage: HoldOfPage, onPageReturn: () => void): void {
  const client = useClient();
  const latestArgumentsRef = useRef({ hold: holdOfPage, onReturn: onPageReturn, client });
  useEffect(() => {
    latestArgumentsRef.current = { hold: holdOfPage, onReturn: onPageReturn, client };
  });
  useEffect(() => {
    const releaseOnHide = () => sendBeacon(latestArgumentsRef.current.hold);
    const notifyPageReturn = (event: PageTransitionEvent) => {
      if (event.persisted) latestArgumentsRef.current.onReturn();
    };
    addEventListener('pagehide', releaseOnHide);
    addEventListener('pageshow', notifyPageReturn);
    return () => {
      removeEventListener('pagehide', releaseOnHide);
      removeEventListener('pageshow', notifyPageReturn);
      sendRelease(latestArgumentsRef.current.client, latestArgumentsRef.current.hold);
    };
  }, []);
}

function sendRelease(client: Client, { bookingId, visitId, isPaying }: HoldOfPage): void {
  if (visitId === undefined || isPaying) return;
  lastReleasePromise = client(releaseHold, { params: { id: bookingId }, body: { visitId } }).catch(() => undefined);
}

/** Sends the release as a beacon, which the browser delivers even when the page is closed. */
function sendBeacon({ bookingId, visitId, isPaying }: HoldOfPage): void {
  if (visitId === undefined || isPaying) return;
  const body = new Blob([JSON.stringify({ visitId })], { type: 'application/json' });
  navigator.sendBeacon(releaseHold.path.replace(':id', encodeURIComponent(bookingId)), body);
}
