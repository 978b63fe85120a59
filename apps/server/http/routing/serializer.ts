import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { toJSONSchema } from 'zod';
import type { ZodMiniType, z } from 'zod/mini';

/**
 * Answers are serialised by code that is generated from their schema: only declared fields leave the server, and it is
 * faster than JSON.stringify. `additionalProperties: false` is removed from the schemas, because the serializer would answer
 * 500 to undeclared nested fields. Without it, undeclared fields are still omitted. The schema of a record type (in the
 * export of personal data) keeps its `additionalProperties`.
 */
export const serializerCompiler: FastifySerializerCompiler<ZodMiniType> = ({ schema }) => writerOf(schema);

/** Makes a serializer that writes values of this schema as JSON. */
export function writerOf<Schema extends ZodMiniType>(schema: Schema): (value: z.input<Schema>) => string {
  const json = toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return fastJsonStringify(json as Parameters<typeof fastJsonStringify>[0]);
}
