import type { Client } from '@carhouse/contract/client';
import { releaseHold } from '@carhouse/contract/payments';
import { useEffect, useRef } from 'react';
import { useClient } from '../../app/api.ts';

/** The release of the page that was left last. The next payment waits for it: one buyer holds one car at a time. */
let lastRelease: Promise<unknown> = Promise.resolve();

/** Resolves when this tab's earlier hold is released, or cannot be. */
export function releasesDone(): Promise<unknown> {
  return lastRelease;
}

type Held = { readonly bookingId: string; readonly visitId: string | undefined; readonly paying: boolean };

/**
 * Frees the car when its buyer leaves the page, by a link or by closing it, and not while a card is being charged. The
 * server releases the hold for the page that asked last only.
 * @param onReturn called when the browser restores the page: then the hold has been released.
 */
export function useHoldRelease(held: Held, onReturn: () => void): void {
  const client = useClient();
  const latest = useRef({ held, onReturn, client });
  useEffect(() => {
    latest.current = { held, onReturn, client };
  });
  useEffect(() => {
    const hide = () => sendBeacon(latest.current.held);
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current.onReturn();
    };
    addEventListener('pagehide', hide);
    addEventListener('pageshow', show);
    return () => {
      removeEventListener('pagehide', hide);
      removeEventListener('pageshow', show);
      release(latest.current.client, latest.current.held);
    };
  }, []);
}

function release(client: Client, { bookingId, visitId, paying }: Held): void {
  if (visitId === undefined || paying) return;
  lastRelease = client(releaseHold, { params: { id: bookingId }, body: { visitId } }).catch(() => undefined);
}

/** A page that is closed gets no answer: only a beacon is sure to be sent. */
function sendBeacon({ bookingId, visitId, paying }: Held): void {
  if (visitId === undefined || paying) return;
  const body = new Blob([JSON.stringify({ visitId })], { type: 'application/json' });
  navigator.sendBeacon(releaseHold.path.replace(':id', encodeURIComponent(bookingId)), body);
}
