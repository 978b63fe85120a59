import type { BrandOnOffer } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { search as words } from '#texts/search';
import { useClient } from '../../api.ts';
import { count } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { brandsQuery } from '../listings/listing-queries.ts';
import { type CarSearch, dollarsOf } from './car-search.ts';

/** On phones the filters are a sheet that a button with this target opens, without a script too. */
export const facetsId = 'facets';

type FacetsProps = {
  readonly formId: string;
  readonly search: CarSearch;
  /** `68 cars`; undefined until the answer has come. */
  readonly found: string | undefined;
  /** What the server finds wrong with the search. */
  readonly fault: string | undefined;
  /** A choice that takes effect at once. */
  readonly onChange: () => void;
};

/** Brand and price. Beside the list on wide screens, a sheet on others. */
export function Facets({ formId, search, found, fault, onChange }: FacetsProps): ReactElement {
  return (
    <aside className="facets" id={facetsId} popover="auto" aria-label={words.filters}>
      <div className="facets__head">
        <h2>{words.filters}</h2>
        <button
          className="iconbtn"
          type="button"
          popoverTarget={facetsId}
          popoverTargetAction="hide"
          aria-label={words.closeFilters}
        >
          <Icon of={X} />
        </button>
      </div>
      <BrandFacet formId={formId} chosen={search.brand} onChange={onChange} />
      <PriceFacet formId={formId} search={search} fault={fault} onChange={onChange} />
      <div className="facets__foot">
        <Link to="/cars" search={{}} className={buttonClass({})}>
          {words.clear}
        </Link>
        <button className="btn btn--primary" type="submit" form={formId}>
          {found === undefined ? words.apply : words.showCars(found)}
        </button>
      </div>
    </aside>
  );
}

type BrandFacetProps = Pick<FacetsProps, 'formId' | 'onChange'> & { readonly chosen: string | undefined };

function BrandFacet({ formId, chosen, onChange }: BrandFacetProps): ReactElement {
  const { data: brands = [] } = useQuery(brandsQuery(useClient()));
  return (
    <fieldset className="facet">
      <legend>{words.brand}</legend>
      <div className="facet__list">
        <label className="check">
          <input
            type="radio"
            name="brand"
            value=""
            form={formId}
            defaultChecked={chosen === undefined}
            onChange={onChange}
          />
          {words.allBrands}
        </label>
        {brands.map((brand) => (
          <BrandChoice key={brand.wireName} brand={brand} formId={formId} chosen={chosen} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  );
}

function BrandChoice({ brand, formId, chosen, onChange }: BrandFacetProps & { brand: BrandOnOffer }): ReactElement {
  const off = !brand.listable && brand.cars === 0;
  return (
    <label className="check" aria-disabled={off || undefined}>
      <input
        type="radio"
        name="brand"
        value={brand.wireName}
        form={formId}
        defaultChecked={chosen === brand.wireName}
        disabled={off}
        onChange={onChange}
      />
      {brand.name}
      <span className="n num">{off ? texts.comingSoon : count(brand.cars)}</span>
    </label>
  );
}

type PriceFacetProps = Pick<FacetsProps, 'formId' | 'search' | 'fault' | 'onChange'>;

function PriceFacet({ formId, search, fault, onChange }: PriceFacetProps): ReactElement {
  const { minPrice, maxPrice } = search;
  const wrong = fault !== undefined && (minPrice ?? maxPrice) !== undefined;
  return (
    <fieldset className="facet">
      <legend>{words.price}</legend>
      <div className={wrong ? 'minmax has-error' : 'minmax'}>
        <PriceField
          name="minPrice"
          label={words.lowest}
          value={minPrice}
          formId={formId}
          wrong={wrong}
          onChange={onChange}
        />
        <span>{words.to}</span>
        <PriceField
          name="maxPrice"
          label={words.highest}
          value={maxPrice}
          formId={formId}
          wrong={wrong}
          onChange={onChange}
        />
      </div>
      {wrong ? <ErrorText id={faultId}>{fault}</ErrorText> : null}
    </fieldset>
  );
}

const faultId = 'price-fault';

type PriceFieldProps = {
  readonly name: 'minPrice' | 'maxPrice';
  readonly label: string;
  readonly value: number | undefined;
  readonly formId: string;
  readonly wrong: boolean;
  readonly onChange: () => void;
};

function PriceField({ name, label, value, formId, wrong, onChange }: PriceFieldProps): ReactElement {
  const shown = value === undefined ? '' : count(value);
  return (
    <div className="field">
      <div className="affix">
        <span>$</span>
        <input
          className="num"
          name={name}
          form={formId}
          defaultValue={shown}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          aria-label={label}
          {...(wrong ? { 'aria-invalid': true as const, 'aria-describedby': faultId } : {})}
          // Leaving the field is enough; so is Enter, which sends the form.
          onBlur={(event) => {
            if (dollarsOf(event.currentTarget.value) !== value) onChange();
          }}
        />
      </div>
    </div>
  );
}
