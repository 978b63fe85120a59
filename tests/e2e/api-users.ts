import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { newPassword } from './demo-users.ts';
import { retryWhenOverloaded } from './retry-when-overloaded.ts';

/** A user who calls the API without the browser. */
export type ApiUser = { readonly email: string; readonly token: string };

/** Calls the API without the browser's cookies. The test fails when the server refuses the call. */
export async function callApi(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  signUpFields: { readonly body?: object; readonly as?: ApiUser } = {},
): Promise<Response> {
  const { body, as } = signUpFields;
  const form = body instanceof FormData;
  const sendRequest = () =>
    fetch(`${process.env.CARHOUSE_URL}${path}`, {
      method,
      headers: {
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...(as === undefined ? {} : { authorization: as.token }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
  const answer = await retryWhenOverloaded(sendRequest, ({ status, headers }) => ({
    status,
    retryAfter: headers.get('retry-after'),
  }));
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return answer;
}

/** Creates an account of this role. */
export async function signUpByApi(role: 'Buyer' | 'Seller', name = `${role} New`): Promise<ApiUser> {
  const email = `${role.toLowerCase()}.${randomBytes(5).toString('hex')}@people.example`;
  const photoURL = 'https://photos.example/a.png';
  const signUpFields = { name, email, password: newPassword, image: photoURL };
  const signUpAnswer = await callApi('POST', '/api/auth/sign-up/email', { body: signUpFields });
  const signedUpUser = { email, token: signUpAnswer.headers.get('set-auth-token') ?? '' };
  await callApi('POST', '/api/users', { body: { name, email, role, photoURL }, as: signedUpUser });
  return signedUpUser;
}

/** Uploads an image. @returns its URL. */
export async function uploadImageByApi(seller: ApiUser, image: Blob, name = 'car.png'): Promise<string> {
  const body = new FormData();
  body.set('image', image, name);
  const answer = await callApi('POST', '/api/images', { body, as: seller });
  return ((await answer.json()) as { data: { url: string } }).data.url;
}

/** Images from the demo stock, for cars of new sellers. */
export async function readDemoImages(count: number): Promise<readonly Blob[]> {
  const cars = (await (await callApi('GET', '/api/teslaDatas')).json()) as { image: string }[];
  return Promise.all(cars.slice(0, count).map(async ({ image }) => (await callApi('GET', image)).blob()));
}

/** An image of one white pixel. */
const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

type CarFields = Readonly<Record<string, unknown>>;

/**
 * Creates a listing of an Audi with these images, or with one white pixel when no images are given.
 * @returns the id of the listing.
 */
export async function listCarByApi(seller: ApiUser, images: readonly string[], car: CarFields = {}): Promise<string> {
  const signUpAnswer = await callApi('POST', '/api/v1/listings', {
    body: await makeCarBody(seller, images, car),
    as: seller,
  });
  return ((await signUpAnswer.json()) as { insertedId: string }).insertedId;
}

/** Edits a listing of `listCarByApi`. Fields that are not in `car` keep their defaults. */
export async function editCarByApi(seller: ApiUser, id: string, car: CarFields): Promise<void> {
  await callApi('PUT', `/api/v1/listings/${id}`, { body: await makeCarBody(seller, [], car), as: seller });
}

async function makeCarBody(seller: ApiUser, images: readonly string[], car: CarFields): Promise<object> {
  return {
    title: 'A4 Avant',
    location: 'Bedok',
    category: 'Audi',
    resalePrice: 88_800,
    originalPrice: 190_000,
    yearsOfUse: 3,
    yearOfPurchase: 2023,
    description: 'One owner, all services at the agent.',
    images:
      images.length > 0 ? images : [await uploadImageByApi(seller, new Blob([onePixelPng], { type: 'image/png' }))],
    ...car,
  };
}
