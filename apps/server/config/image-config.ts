import { z } from 'zod';
import { originSchema, text } from './value-schemas.ts';

/** Where images are stored: in the data directory, or in a bucket of S3 or of a compatible service. */
export type ImageConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

export const imageVariableSchemas = {
  S3_ENDPOINT: originSchema.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: text.default('auto'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
};

const bucketVariableNames = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/**
 * Checks that all variables of the image store are set, or none. With only some of the variables, the server would
 * store images on the disk of one server node without a warning.
 */
export function listImageFaults(variables: Readonly<Record<string, string | undefined>>): string[] {
  const givenVariableName = [...bucketVariableNames, 'S3_REGION'].find((name) => variables[name] !== undefined);
  if (givenVariableName === undefined) return [];
  return bucketVariableNames
    .filter((name) => variables[name] === undefined)
    .map((name) => `${name}: is needed beside ${givenVariableName}`);
}

export function readImageConfig(value: z.output<z.ZodObject<typeof imageVariableSchemas>>): ImageConfig {
  if (value.S3_ENDPOINT === undefined) return { kind: 'disk' };
  return {
    kind: 's3',
    endpoint: value.S3_ENDPOINT,
    bucket: value.S3_BUCKET ?? '',
    region: value.S3_REGION,
    accessKeyId: value.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? '',
  };
}
