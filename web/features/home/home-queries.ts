import type { RouterContext } from '../../router-context.ts';
import { brandsQuery, previewQuery } from '../listings/listing-queries.ts';

/** Everything that the home page shows. A preview that fails leaves its row empty (specification, section 8). */
export async function prefetchHome({ queryClient, client }: RouterContext): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(brandsQuery(client)),
    queryClient.prefetchQuery(previewQuery(client, 'rolls')),
    queryClient.prefetchQuery(previewQuery(client, 'mercedes')),
    queryClient.prefetchQuery(previewQuery(client, 'tesla')),
  ]);
}
