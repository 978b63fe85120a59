import { ApiError } from '@carhouse/contract/client';
import { createSerializationAdapter } from '@tanstack/react-router';

type Facts = { status: number; code: string; message: string };

/** Brings an API error of server rendering to the browser as what it is, so that both show the same page. */
export const apiErrorTransfer = createSerializationAdapter({
  key: 'api-error',
  test: (value: unknown): value is ApiError => value instanceof ApiError,
  toSerializable: ({ status, code, message }: ApiError): Facts => ({ status, code, message }),
  fromSerializable: ({ status, code, message }: Facts) => new ApiError(status, code, message),
});
