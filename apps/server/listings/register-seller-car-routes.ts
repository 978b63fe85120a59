import * as contract from '@carhouse/contract/seller-cars';
import { centsFromDollars, dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { changePrices, withdrawCars } from './change-seller-cars.ts';
import { listOwnCars } from './list-own-cars.ts';
import { presentOwnProduct } from './present-own-listing.ts';

/** Routes for a seller's long list of cars, and calls that change several of them. */
export function registerSellerCarRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.ownCars, async ({ query, actor }) => {
    const page = await listOwnCars(context, actor, query);
    const view = { now: context.now(), minimumParfRules: context.minimumParfRules };
    const { asked, ...counts } = page.counts;
    return {
      status: 200,
      body: {
        cars: page.cars.map((car) => ({
          ...presentOwnProduct(car, view),
          mileageKm: car.facts.mileageKm,
          wishes: car.wishes,
        })),
        total: page.total,
        counts,
        asked: dollarsFromCents(asked),
        categories: page.brands.map(({ brand, cars }) => ({ category: brand, cars })),
      },
    };
  });

  mount(app, contract.changePrices, async ({ body, actor }) => {
    const cars = body.cars.map(({ _id, expectedPrice, resalePrice }) => ({
      id: _id,
      seenPrice: centsFromDollars(expectedPrice),
      price: centsFromDollars(resalePrice),
    }));
    return { status: 200, body: { outcomes: [...(await changePrices(context, actor, cars))] } };
  });

  mount(app, contract.withdrawCars, async ({ body, actor }) => ({
    status: 200,
    body: { outcomes: [...(await withdrawCars(context, actor, body.ids))] },
  }));
}
