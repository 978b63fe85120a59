import { makeJpeg } from '@carhouse/images/testing/test-images';
import { importCars } from '../imports/import-cars.ts';
import type { Answer, TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

export type MultipartPart = {
  readonly name?: string;
  readonly file?: string;
  readonly type?: string;
  readonly bytes: Buffer;
};

export const boundary = '----car-house-test';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** Builds a multipart body with exactly these parts and this final boundary. */
export function makeMultipartBody(parts: readonly MultipartPart[], finalBoundary = `--${boundary}--\r\n`): Buffer {
  const chunks = parts.flatMap(({ name = 'image', file = 'car.jpg', type = 'image/jpeg', bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(finalBoundary)]);
}

/** Sends a multipart body over the network as this user, or as a visitor. */
export async function postMultipart(
  server: TestServer,
  caller: TestUser | null,
  body: Buffer,
  type = multipartType,
  path = '/api/images',
): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': type, ...(caller === null ? {} : { authorization: caller.token }) },
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text), headers: Object.fromEntries(answer.headers) };
}

/** Uploads a file in the form that a browser sends. */
export const upload = (server: TestServer, caller: TestUser | null, bytes: Buffer): Promise<Answer> =>
  postMultipart(server, caller, makeMultipartBody([{ bytes }]));

/** Uploads a new image. @returns the key and the URL of the image. */
export async function uploadTestImage(server: TestServer, caller: TestUser): Promise<{ id: string; url: string }> {
  const answer = await upload(server, caller, await makeJpeg(600, 400));
  if (answer.status !== 200) throw new Error(`The upload answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body as unknown as { data: { id: string; url: string } }).data;
}

/**
 * Uploads a dealer's file of cars. The columns of the file are proposed in the background; `uploadExaminedCarList`
 * waits for that job.
 */
export const uploadList = (
  server: TestServer,
  caller: TestUser | null,
  content: string | Buffer,
  file = 'cars.csv',
): Promise<Answer> => {
  const filePart = { name: 'file', file, type: 'text/csv', bytes: Buffer.from(content as string) };
  return postMultipart(server, caller, makeMultipartBody([filePart]), multipartType, '/api/v1/imports');
};

/** Uploads a dealer's file and runs the job that proposes its columns. @returns the id of the import. */
export async function uploadExaminedCarList(
  server: TestServer,
  caller: TestUser,
  content: string | Buffer,
  file = 'cars.csv',
): Promise<string> {
  const answer = await uploadList(server, caller, content, file);
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const id = String(answer.body._id);
  await importCars(server.context, id as never, new AbortController().signal);
  return id;
}
