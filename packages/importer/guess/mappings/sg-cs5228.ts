import type { Mapping } from '../mapping.ts';

/**
 * The columns of the Singapore data set of 2024 (course CS5228).
 *
 * - `fuel_type` is empty for petrol: the authors of the data set say so, and every lorry and bus in it has a fuel.
 * - `lifespan` is not the end of the COE. A goods vehicle may be used for 20 years, with a COE of ten years that is
 * renewed once. - `depreciation`, `road_tax` and `dereg_value` are not imported, because the server computes these
 * values. - `category` is not imported, because it repeats the content of other columns.
 */
export const sgCs5228: Mapping = {
  name: 'sg-cs5228',
  about: 'Singapore listings with listing_id, title, make, reg_date, coe, omv, arf and price',
  columns: [
    { header: ['listing_id'], field: 'ref', required: true },
    { header: ['title'], field: 'title', required: true },
    { header: ['make'], field: 'brand' },
    { header: ['price'], field: 'resalePrice', required: true },
    { header: ['reg_date'], field: 'registeredOn', required: true },
    { header: ['manufactured'], field: 'manufacturedYear' },
    { header: ['description'], field: 'description' },
    { header: ['features'], field: 'features' },
    { header: ['accessories'], field: 'accessories' },
    { header: ['type_of_vehicle'], field: 'body' },
    { header: ['transmission'], field: 'transmission' },
    { header: ['fuel_type'], field: 'fuel' },
    { header: ['engine_cap'], field: 'engineCc' },
    { header: ['power'], field: 'powerKw' },
    { header: ['curb_weight'], field: 'curbWeightKg' },
    { header: ['no_of_owners'], field: 'owners' },
    { header: ['mileage'], field: 'mileageKm' },
    { header: ['coe'], field: 'coePremium' },
    { header: ['omv'], field: 'omv' },
    { header: ['arf'], field: 'arfPaid' },
    { header: ['opc_scheme'], field: 'offPeak' },
    { header: ['lifespan'], field: 'lifespanEndsOn' },
  ],
  leftOut: [
    'model',
    'category',
    'original_reg_date',
    'depreciation',
    'road_tax',
    'dereg_value',
    'eco_category',
    'indicative_price',
  ],
  defaultLocation: 'Singapore',
  impliedFuel: 'petrol',
  money: null,
};
