import { type CarFact, type ChoiceOf, type FactName, type FactOfKind, mapFacts } from '@carhouse/domain/car/car-facts';
import { z } from 'zod/mini';
import { day, dollars, makePublicLineSchema, makeWholeNumberSchema, price } from './fields.ts';

type NumericFactName = FactOfKind<'whole number' | 'money'>;

/** The type of a fact's value in responses and in parsed requests: money in dollars, days as ISO dates. */
type FactResponseValue<Name extends FactName> = Name extends NumericFactName
  ? number
  : Name extends FactOfKind<'choice'>
    ? ChoiceOf<Name>
    : Name extends FactOfKind<'yes or no'>
      ? boolean
      : string;

/** The type of a fact's value in a request before it is parsed. Numbers may be text, because forms send text. */
type SentFactValue<Name extends FactName> = Name extends NumericFactName ? number | string : FactResponseValue<Name>;

type AnswerShape = {
  [Name in FactName]: z.ZodMiniType<FactResponseValue<Name> | null, FactResponseValue<Name> | null>;
};
type RequestShape = {
  [Name in FactName]: z.ZodMiniOptional<z.ZodMiniType<FactResponseValue<Name> | null, SentFactValue<Name> | null>>;
};

/** The facts of a car in responses, with money in dollars and days as ISO dates. Unknown facts are null. */
export const carFacts = z.object(mapFacts((_, fact) => z.nullable(makeAnswerSchema(fact))) as unknown as AnswerShape);

export type CarFactsAnswer = z.infer<typeof carFacts>;

/** The facts of a car that a seller sends, with money in dollars. Every fact may be null, which means unknown. */
export const sentFacts = z.strictObject(
  mapFacts((_, fact) => z.optional(z.nullable(makeRequestSchema(fact)))) as unknown as RequestShape,
);

export type SentFacts = z.output<typeof sentFacts>;

function makeAnswerSchema(fact: CarFact): z.ZodMiniType {
  if (fact.kind === 'whole number') return z.number();
  if (fact.kind === 'money') return dollars;
  if (fact.kind === 'yes or no') return z.boolean();
  return fact.kind === 'choice' ? z.enum(fact.values) : z.string();
}

function makeRequestSchema(fact: CarFact): z.ZodMiniType {
  if (fact.kind === 'text') return makePublicLineSchema(fact.maximum, 1);
  if (fact.kind === 'whole number') return makeWholeNumberSchema(fact.minimum, fact.maximum);
  if (fact.kind === 'choice') return z.enum(fact.values);
  if (fact.kind === 'day') return day;
  return fact.kind === 'money' ? price : z.boolean();
}
