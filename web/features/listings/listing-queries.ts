import type { Client } from '@carhouse/contract/client';
import {
  audiDatas,
  brands,
  ferrariDatas,
  mercedesDatas,
  mercedesPreview,
  rollsDatas,
  rollsPreview,
  teslaDatas,
  teslasPreview,
} from '@carhouse/contract/listings';
import { queryOptions } from '@tanstack/react-query';
import type { BrandPage } from '../../paths.ts';

const datas = {
  mercedes: mercedesDatas,
  rolls: rollsDatas,
  tesla: teslaDatas,
  ferrari: ferrariDatas,
  audi: audiDatas,
} as const;

/** The cars of a brand page: newest first, 200 at most. */
export function brandDatasQuery(client: Client, brand: BrandPage) {
  return queryOptions({ queryKey: ['brand-datas', brand], queryFn: () => client(datas[brand]) });
}

const previews = { rolls: rollsPreview, mercedes: mercedesPreview, tesla: teslasPreview } as const;
export type PreviewBrand = keyof typeof previews;

/** The three newest cars of a brand, for the home page. */
export function previewQuery(client: Client, brand: PreviewBrand) {
  return queryOptions({ queryKey: ['preview', brand], queryFn: () => client(previews[brand]) });
}

/** All brands with their number of cars and lowest price. */
export function brandsQuery(client: Client) {
  return queryOptions({ queryKey: ['brands'], queryFn: () => client(brands), staleTime: 60_000 });
}
