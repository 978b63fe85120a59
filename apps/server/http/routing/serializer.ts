import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { toJSONSchema } from 'zod';
import type { ZodMiniType, z } from 'zod/mini';

/**
 * Returns the serializer for a response schema. Serializers are code that is generated from the schema: they write only
 * declared fields, and are faster than JSON.stringify. `additionalProperties: false` is removed from the schemas,
 * because with it the response to an undeclared nested field would be 500. Undeclared fields are omitted even without
 * `additionalProperties: false`. The schema of a record type (in the export of personal data) keeps its
 * `additionalProperties`.
 */
export const serializerCompiler: FastifySerializerCompiler<ZodMiniType> = ({ schema }) => {
  // Generating the code of all routes would take a large part of the start-up time of a node, so each serializer is
  // generated at the first response of its route.
  return (value) => findJsonWriter(schema)(value);
};

/** The serializers by schema. Several apps of one process share the serializers. */
const knownWriters = new WeakMap<ZodMiniType, (value: unknown) => string>();

function findJsonWriter(schema: ZodMiniType): (value: unknown) => string {
  const knownWriter = knownWriters.get(schema);
  if (knownWriter !== undefined) return knownWriter;
  const writer = makeJsonWriter(schema);
  knownWriters.set(schema, writer);
  return writer;
}

/** Makes a serializer that writes values of this schema as JSON. */
export function makeJsonWriter<Schema extends ZodMiniType>(schema: Schema): (value: z.input<Schema>) => string {
  const json = toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return fastJsonStringify(json as Parameters<typeof fastJsonStringify>[0]);
}
