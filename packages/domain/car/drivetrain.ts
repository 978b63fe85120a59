export const fuels = ['petrol', 'diesel', 'hybrid', 'plug-in hybrid', 'electric'] as const;
export type Fuel = (typeof fuels)[number];
export const transmissions = ['automatic', 'manual'] as const;
export type Transmission = (typeof transmissions)[number];
