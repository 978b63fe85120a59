import type { Client } from '@carhouse/contract/client';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey, query } from '../../../app/call-query.ts';
import { brands, mercedesPreview, rollsPreview, teslasPreview } from '../../../app/start-calls.ts';

const brandPreviewCalls = { rolls: rollsPreview, mercedes: mercedesPreview, tesla: teslasPreview } as const;
export type PreviewedBrand = keyof typeof brandPreviewCalls;

/** Queries the three newest cars of a brand, for the home page. */
export function previewQuery(client: Client, brand: PreviewedBrand) {
  return queryOptions({
    queryKey: makeQueryKey(brandPreviewCalls[brand]),
    queryFn: () => client(brandPreviewCalls[brand]),
    // The route has already loaded this data, so late hydration does not request it again.
    refetchOnMount: false,
  });
}

/** Queries all brands with their number of cars and lowest price. */
export function brandsQuery(client: Client) {
  return { ...query(client, brands), staleTime: 60_000 };
}
