import type { Facets as Counts } from '@carhouse/contract/search';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { searchMessages } from '#messages/search';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { showModal } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { brandsQuery } from '../listings/browse/listing-queries.ts';
import type { CarSearch } from './car-search.ts';
import { CoeFacet } from './coe-facet.tsx';
import { FacetGroup, type FacetProps } from './facet-group.tsx';
import { LocationFacet } from './location-facet.tsx';
import { RangeFacet } from './range-facet.tsx';
import styles from './search-page.module.css';
import { SeatsFacet } from './seats-facet.tsx';
import { ValueList, WordFacet } from './word-facet.tsx';

/**
 * HTML id of the filters. On phones the filters are a sheet. A button whose popover target is this id opens the sheet,
 * also without scripts.
 */
export const facetsId = 'facets';

type FacetsProps = FacetProps & {
  readonly counts: Counts | undefined;
  /** Text for the number of results, such as `68 cars`; undefined until the response has arrived. */
  readonly resultCountText: string | undefined;
};

/**
 * Renders all filters of the search, beside the list. On a narrow screen without scripts, the filters open as a
 * popover.
 */
export function Facets(props: FacetsProps): ReactElement {
  return (
    <aside className={styles.facets} id={facetsId} popover="auto" aria-label={searchMessages.filters}>
      <div className={styles.facetsHead}>
        <h2>{searchMessages.filters}</h2>
        <button
          className="iconbtn"
          type="button"
          popoverTarget={facetsId}
          popoverTargetAction="hide"
          aria-label={searchMessages.closeFilters}
        >
          <Icon of={X} />
        </button>
      </div>
      <AllFacets {...props} />
      <FacetSheetFooter {...props} />
    </aside>
  );
}

/** The filters on a phone: a modal dialog that traps the focus and returns it when it is closed. */
export function FacetSheet({ onClose, ...props }: FacetsProps & { readonly onClose: () => void }): ReactElement {
  return (
    <dialog
      className={`${styles.facets} ${styles.facetsSheet}`}
      ref={showModal}
      aria-labelledby="facets-title"
      onClose={onClose}
    >
      <div className={styles.facetsHead}>
        <h2 id="facets-title">{searchMessages.filters}</h2>
        <button className="iconbtn" type="button" aria-label={searchMessages.closeFilters} onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <AllFacets {...props} />
      <FacetSheetFooter {...props} />
    </dialog>
  );
}

function FacetSheetFooter({ formId, resultCountText }: FacetsProps): ReactElement {
  return (
    <div className={styles.facetsFoot}>
      <Link to="/cars" search={{}} resetScroll={false} className={makeButtonClass({})}>
        {searchMessages.clear}
      </Link>
      <button className="btn btn--primary" type="submit" form={formId}>
        {resultCountText === undefined ? searchMessages.apply : searchMessages.showCars(resultCountText)}
      </button>
    </div>
  );
}

function AllFacets({ counts = {}, ...facet }: FacetsProps): ReactElement {
  const { search } = facet;
  return (
    <>
      <BrandFacet {...facet} counts={counts} />
      {search.brand === undefined && search.model === undefined ? null : (
        <WordFacet {...facet} part="model" values={filterModelsByBrand(counts.model, search)} isOpen />
      )}
      <RangeFacet {...facet} range="Price" histogram={counts.price} isOpen />
      <RangeFacet {...facet} range="Mileage" isOpen />
      <RangeFacet {...facet} range="Depreciation" isOpen />
      <RangeFacet {...facet} range="Year" histogram={counts.year} isOpen />
      <LocationFacet {...facet} counts={counts} />
      <CoeFacet {...facet} />
      <WordFacet {...facet} part="body" values={counts.body} />
      <SeatsFacet {...facet} />
      <WordFacet {...facet} part="fuel" values={counts.fuel} />
      <WordFacet {...facet} part="transmission" values={counts.transmission} />
      <WordFacet {...facet} part="colour" values={counts.colour} />
      <WordFacet {...facet} part="owners" values={counts.owners} />
      <SellerFacet {...facet} counts={counts} />
    </>
  );
}

type CountedFacetProps = FacetProps & { readonly counts: Counts };

/** Returns the models of the chosen brands, because the server's counts include every brand. */
function filterModelsByBrand(models: Counts['model'], { brand, model }: CarSearch): Counts['model'] {
  if (brand === undefined) return models;
  return models?.filter(
    ({ value }) => brand.some((each) => value.startsWith(`${each}/`)) || (model?.includes(value) ?? false),
  );
}

/**
 * The filter by brand. Brands with cars come first, sorted by their number of cars; then come brands without cars, and
 * brands that are coming soon.
 */
function BrandFacet({ counts, ...facet }: CountedFacetProps): ReactElement {
  const { data: brands = [] } = useQuery(brandsQuery(useClient()));
  const countedBrands = counts.brand ?? brands.map((brand) => ({ value: brand.apiName, count: brand.cars }));
  const countedValues = new Set(countedBrands.map(({ value }) => value));
  const brandsWithoutCount = brands.filter(({ apiName }) => !countedValues.has(apiName));
  const brandsWithoutCars = brandsWithoutCount
    .filter(({ listable }) => listable)
    .map(({ apiName }) => ({ value: apiName, count: 0 }));
  const comingSoonBrands = brands.filter((brand) => !brand.listable && brand.cars === 0).map(({ apiName }) => apiName);
  const values = [...countedBrands, ...brandsWithoutCars].filter(({ value }) => !comingSoonBrands.includes(value));
  return <WordFacet {...facet} part="brand" values={values} comingSoonValues={comingSoonBrands} isOpen />;
}

/** The filter by seller: dealers or private sellers, verified or not. */
function SellerFacet({ counts, ...facet }: CountedFacetProps): ReactElement | null {
  const sellerKinds = counts.sellerKind ?? [];
  const verifiedCounts = counts.verified ?? [];
  const { search } = facet;
  if (
    sellerKinds.length + verifiedCounts.length === 0 &&
    search.verified === undefined &&
    search.sellerKind === undefined
  )
    return null;
  const addChosenValues = (part: 'verified' | 'sellerKind', values: typeof sellerKinds) => [
    ...values,
    ...(search[part] ?? [])
      .filter((value) => !values.some((each) => each.value === value))
      .map((value) => ({ value, count: 0 })),
  ];
  return (
    <FacetGroup label={searchMessages.facets.sellerKind} isOpen>
      <ValueList
        {...facet}
        part="verified"
        values={verifiedCounts}
        rows={addChosenValues('verified', verifiedCounts)}
      />
      <ValueList {...facet} part="sellerKind" values={sellerKinds} rows={addChosenValues('sellerKind', sellerKinds)} />
    </FacetGroup>
  );
}
