import type { me as meCall } from '@carhouse/contract/accounts';
import type { advertisementGrid as gridCall, advertisementStrip as stripCall } from '@carhouse/contract/advertisements';
import type { Call } from '@carhouse/contract/call';
import type {
  brands as brandsCall,
  mercedesPreview as mercedesCall,
  rollsPreview as rollsCall,
  teslasPreview as teslasCall,
} from '@carhouse/contract/listings';
import type { cardForm as cardFormCall } from '@carhouse/contract/payments';
import type { searchListings as searchCall } from '@carhouse/contract/search';

/**
 * The calls that the first files of every page make or name, by method and path, which is all that a client reads. Only the
 * types of their definitions are imported: a file of the contract defines many calls, and these load with the pages that
 * make them.
 */
function callAt<C extends Call>(address: Pick<C, 'method' | 'path'>): C {
  return address as C;
}

export const me = callAt<typeof meCall>({ method: 'GET', path: '/api/v1/me' });
export const brands = callAt<typeof brandsCall>({ method: 'GET', path: '/api/v1/brands' });
export const mercedesPreview = callAt<typeof mercedesCall>({ method: 'GET', path: '/api/mercedes' });
export const rollsPreview = callAt<typeof rollsCall>({ method: 'GET', path: '/api/rolls' });
export const teslasPreview = callAt<typeof teslasCall>({ method: 'GET', path: '/api/teslas' });
export const cardForm = callAt<typeof cardFormCall>({ method: 'GET', path: '/api/v1/card-form' });
export const searchListings = callAt<typeof searchCall>({ method: 'GET', path: '/api/v1/listings' });
export const advertisementGrid = callAt<typeof gridCall>({ method: 'GET', path: '/api/advertisement/categories' });
export const advertisementStrip = callAt<typeof stripCall>({
  method: 'GET',
  path: '/api/advertisement/categories/animation',
});
