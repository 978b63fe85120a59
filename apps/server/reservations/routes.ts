import * as contract from '@carhouse/contract/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { centsFromDollars, dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { joinQueue } from './join-queue.ts';
import { leaveQueue } from './leave-queue.ts';
import { presentCarReservation, presentReservation } from './present-reservation.ts';
import { releaseReservation } from './release-reservation.ts';
import { saveReservationTerms } from './set-terms.ts';
import { showListingReservation } from './show-listing-reservation.ts';
import { showReservation } from './show-reservation.ts';
import { startReservation } from './start-reservation.ts';
import { stateCondition } from './state-condition.ts';
import { withdrawReservation } from './withdraw-reservation.ts';

export function registerReservationRoutes(app: FastifyInstance, context: Context): void {
  const mode = context.config.businessMode;
  const sendCarReservation = async (actor: Actor | null, id: string) => ({
    status: 200 as const,
    body: presentCarReservation(await showListingReservation(context, actor, id), context.now(), mode),
  });
  const sendReservation = async (actor: Actor, id: string) => ({
    status: 200 as const,
    body: presentReservation(await showReservation(context, actor, id), context.now(), mode),
  });

  mount(app, contract.showListingReservation, ({ params, actor }) => sendCarReservation(actor, params.id));

  mount(app, contract.showReservation, ({ params, actor }) => sendReservation(actor, params.id));

  mount(app, contract.setReservationTerms, async ({ params, body, actor }) => {
    const newDeposit = body.deposit === null ? null : centsFromDollars(body.deposit);
    const { askedDeposit, deposit } = await saveReservationTerms(context, actor, params.id, newDeposit);
    return {
      status: 200,
      body: {
        askedDeposit: askedDeposit === null ? null : dollarsFromCents(askedDeposit),
        deposit: deposit === null ? null : dollarsFromCents(deposit),
      },
    };
  });

  mount(app, contract.startReservation, async ({ params, body, actor, makeId }) => {
    const bookingId = await startReservation(context, actor, {
      listingId: params.id,
      newBookingId: makeId(),
      meetingDate: body.meetingDate,
      buyerNumber: body.buyerNumber,
      price: centsFromDollars(body.price),
      deposit: centsFromDollars(body.deposit),
      conditions: body.conditions,
    });
    return { status: 200, body: { bookingId } };
  });

  mount(app, contract.stateCondition, async ({ params, body, actor }) => {
    await stateCondition(context, actor, params.id, { kind: body.kind, isMet: body.met, note: body.note });
    return sendReservation(actor, params.id);
  });

  mount(app, contract.giveUpReservation, async ({ params, body, actor }) => {
    await releaseReservation(context, actor, params.id, centsFromDollars(body.refund));
    return sendReservation(actor, params.id);
  });

  mount(app, contract.withdrawReservation, async ({ params, body, actor }) => {
    await withdrawReservation(context, actor, params.id, body.reason);
    return sendReservation(actor, params.id);
  });

  mount(app, contract.joinQueue, async ({ params, actor }) => {
    await joinQueue(context, actor, params.id);
    return sendCarReservation(actor, params.id);
  });

  mount(app, contract.leaveQueue, async ({ params, actor }) => {
    await leaveQueue(context, actor, params.id);
    return sendCarReservation(actor, params.id);
  });
}
