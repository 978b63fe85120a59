import { ApiError } from '@carhouse/contract/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

export type ConnectionState = 'there' | 'no-network' | 'no-server';

/** Milliseconds between two checks of whether a server that did not respond responds again. */
const checkIntervalMs = 5000;

/** Returns whether this device is online, and whether the last call got a response. */
export function useConnection(): ConnectionState {
  const queryClient = useQueryClient();
  const isNetworkOnline = useSyncExternalStore(watchOnlineState, isOnline, () => true);
  const [isServerAnswering, setServerAnswering] = useState(true);
  useEffect(() => watchCallResponses(queryClient, setServerAnswering), [queryClient]);
  useEffect(() => {
    if (isServerAnswering || !isNetworkOnline) return;
    const timer = setInterval(() => void checkConnection(), checkIntervalMs);
    const checkConnection = async () => {
      const answer = await fetch('/healthz', { signal: AbortSignal.timeout(checkIntervalMs) }).catch(() => undefined);
      if (answer === undefined) return;
      setServerAnswering(true);
      await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    };
    return () => clearInterval(timer);
  }, [isServerAnswering, isNetworkOnline, queryClient]);
  if (!isNetworkOnline) return 'no-network';
  return isServerAnswering ? 'there' : 'no-server';
}

/** Observes the calls of the query cache, and reports whether each call got a response, with any status. */
function watchCallResponses(queryClient: QueryClient, onAnswer: (isServerAnswering: boolean) => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success') onAnswer(true);
    if (action.type === 'failed' || action.type === 'error') onAnswer(!isWithoutResponse(action.error));
  });
}

function isWithoutResponse(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

function isOnline(): boolean {
  return navigator.onLine;
}

function watchOnlineState(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
