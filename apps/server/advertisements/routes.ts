import * as contract from '@carhouse/contract/advertisements';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { addAdvertisement } from './add-advertisement.ts';
import { listAdvertised } from './list-advertised.ts';
import { presentAdvertisement } from './present-advertisement.ts';

export function registerAdvertisementRoutes(app: FastifyInstance, context: Context): void {
  for (const call of [contract.advertisementStrip, contract.advertisementGrid]) {
    mount(app, call, async () => {
      const cars = await listAdvertised(context);
      return { status: 200, body: cars.map(presentAdvertisement) };
    });
  }

  mount(app, contract.advertise, async ({ body, actor }) => {
    return { status: 200, body: { acknowledged: true, insertedId: await addAdvertisement(context, actor, body._id) } };
  });
}
