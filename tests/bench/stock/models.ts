import { toBrandApiName } from '@carhouse/domain/brand/brand';
import type { Fuel } from '@carhouse/domain/car/drivetrain';
import { makes } from './makes.ts';

/** A model of the invented cars. */
export type Model = {
  readonly title: string;
  readonly body: string;
  readonly fuel: Fuel;
  /** Price of a new car in dollars. */
  readonly newPrice: number;
};

export type Make = {
  readonly brand: string;
  readonly name: string;
  readonly trims: readonly string[];
  readonly models: readonly Model[];
};

const bodies: Readonly<Record<string, string>> = {
  S: 'Saloon',
  H: 'Hatchback',
  U: 'Sports utility',
  X: 'Crossover',
  C: 'Coupé',
  V: 'Convertible',
  E: 'Estate',
  L: 'Liftback',
  M: 'People carrier',
  P: 'Pick-up',
  N: 'Van',
};

const fuelsByLetter: Readonly<Record<string, Fuel>> = {
  p: 'petrol',
  d: 'diesel',
  h: 'hybrid',
  i: 'plug-in hybrid',
  e: 'electric',
};

/** Minimum number of models of a make. A shorter list is filled up with variants of the models, one for each trim. */
const minModelsPerMake = 20;

/** The makes, the most frequent make first. */
export const stockMakes: readonly Make[] = makes.map(([name, trims, models]) => {
  const knownModels = models.split('|').map(readModel);
  const trimNames = trims.split('|');
  const modelsWithTrims = trimNames.flatMap((trimName) =>
    knownModels.map((model) => ({
      ...model,
      title: `${model.title} ${trimName}`,
      newPrice: Math.round(model.newPrice * 1.06),
    })),
  );
  return {
    brand: toBrandApiName(name),
    name,
    trims: trimNames,
    models: [...knownModels, ...modelsWithTrims.slice(0, Math.max(0, minModelsPerMake - knownModels.length))],
  };
});

function readModel(modelText: string): Model {
  const [, title = '', body = '', fuel = '', price = ''] = /^(.+) ([A-Z])([a-z]) (\d+)$/.exec(modelText) ?? [];
  return { title, body: bodies[body] ?? '', fuel: fuelsByLetter[fuel] ?? 'petrol', newPrice: 1000 * Number(price) };
}
