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
 * Names a call of the contract by its method and path. The first files of every page make or name the calls of this
 * file, and a client reads only the method and the path of a call. Only the types of the definitions are imported: a
 * file of the contract defines many calls, and these load with the pages that make them.
 */
function makeCallWithoutSchemas<C extends Call>(address: Pick<C, 'method' | 'path'>): C {
  return address as C;
}

export const me = makeCallWithoutSchemas<typeof meCall>({ method: 'GET', path: '/api/v1/me' });
export const brands = makeCallWithoutSchemas<typeof brandsCall>({ method: 'GET', path: '/api/v1/brands' });
export const mercedesPreview = makeCallWithoutSchemas<typeof mercedesCall>({ method: 'GET', path: '/api/mercedes' });
export const rollsPreview = makeCallWithoutSchemas<typeof rollsCall>({ method: 'GET', path: '/api/rolls' });
export const teslasPreview = makeCallWithoutSchemas<typeof teslasCall>({ method: 'GET', path: '/api/teslas' });
export const cardForm = makeCallWithoutSchemas<typeof cardFormCall>({ method: 'GET', path: '/api/v1/card-form' });
export const searchListings = makeCallWithoutSchemas<typeof searchCall>({ method: 'GET', path: '/api/v1/listings' });
export const advertisementGrid = makeCallWithoutSchemas<typeof gridCall>({
  method: 'GET',
  path: '/api/advertisement/categories',
});
export const advertisementStrip = makeCallWithoutSchemas<typeof stripCall>({
  method: 'GET',
  path: '/api/advertisement/categories/animation',
});
