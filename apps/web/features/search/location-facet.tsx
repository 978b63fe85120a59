import type { Facets } from '@carhouse/contract/search';
import { type PlanningRegion, regions } from '@carhouse/domain/listing/region';
import type { ReactElement } from 'react';
import { searchMessages } from '#messages/search';
import { formatCount } from '../../ui/format.ts';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import styles from './search-page.module.css';
import { listRows, ValueList } from './word-facet.tsx';

type LocationFacetProps = FacetProps & { readonly counts: Facets };

/** The filter by location: the regions of Singapore, arranged as on a map, and the single places. */
export function LocationFacet({ counts, ...facet }: LocationFacetProps): ReactElement | null {
  const rows = listRows({ ...facet, part: 'location', values: counts.location });
  const hasRegions = (counts.region ?? []).length > 0 || facet.search.region !== undefined;
  if (rows.length === 0 && !hasRegions) return null;
  return (
    <FacetGroup label={searchMessages.facets.location} isOpen>
      {hasRegions ? <RegionTiles {...facet} counts={counts} /> : null}
      {rows.length === 0 ? null : <ValueList {...facet} part="location" values={counts.location} rows={rows} />}
    </FacetGroup>
  );
}

function RegionTiles({ counts, search, formId, onChange }: LocationFacetProps): ReactElement {
  const cars = new Map(counts.region?.map((each) => [each.value, each.count]));
  const renderTile = (region: PlanningRegion): ReactElement => (
    <label key={region} className={styles.tile}>
      <input
        className="visually-hidden"
        type="checkbox"
        name="region"
        value={region}
        form={formId}
        defaultChecked={search.region?.includes(region) ?? false}
        onChange={onChange}
      />
      <span>{searchMessages.values.region[region]}</span>
      <b className="num">{formatCount(cars.get(region) ?? 0)}</b>
    </label>
  );
  return (
    <fieldset className={styles.tiles} aria-label={searchMessages.regions}>
      {regions.map(renderTile)}
    </fieldset>
  );
}
