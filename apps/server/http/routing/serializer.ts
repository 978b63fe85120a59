import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { toJSONSchema } from 'zod';
import type { ZodMiniType, z } from 'zod/mini';

/**
 * Returns the serializer for a response schema. Serializers are code that is generated from the schema: they write only
 * declared fields, and are faster than JSON.stringify. `additionalProperties: false` is removed from the schemas,
 * because with it the response to an undeclared nested field would be 500. Without that keyword, undeclared fields are
 * still omitted. The schema of a record type (in the export of personal data) keeps its `additionalProperties`.
 */
export const serializerCompiler: FastifySerializerCompiler<ZodMiniType> = ({ schema }) => makeJsonWriter(schema);

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
