import * as contract from '@carhouse/contract/payment-instructions';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { changePaymentInstructions } from './change-payment-instructions.ts';
import { presentInstructions, presentPaymentInstructions } from './present-payment-instructions.ts';
import { showPaymentInstructions } from './show-payment-instructions.ts';

/** Routes for a seller's payment instructions, on servers where buyers pay sellers directly. */
export function registerPaymentInstructionRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.showPaymentInstructions, async ({ actor }) => {
    const { instructions, hasSecondFactor } = await showPaymentInstructions(context, actor);
    return { status: 200, body: { instructions: presentPaymentInstructions(instructions), hasSecondFactor } };
  });

  mount(app, contract.changePaymentInstructions, async ({ body: { ways, paynowTo = '', note = '' }, actor }) => {
    const instructions = await changePaymentInstructions(context, actor, { ways, paynowTo, note });
    return { status: 200, body: { instructions: presentInstructions(instructions) } };
  });
}
