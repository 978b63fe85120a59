import { expect } from './expect.ts';

/** The password of the demo logins. */
const password = 'CarHouse!2026';
const newPassword = 'Quiet!Harbour7';
const buyer = 'buyer@carhouse.example';

/** Checks the health route, the home page, a demo login, and cars with an image. */
export async function checkProduct(url: string): Promise<void> {
  await checkPublicPages(url);
  const token = await signIn(url);
  const [car] = await getJson<{ image: string }[]>(`${url}/api/ferrariDatas`, token);
  const image = await fetch(new URL(car?.image ?? '/no-picture', url));
  const bytes = await image.arrayBuffer();
  expect(image.status === 200 && bytes.byteLength > 500, `the picture ${car?.image} answers ${image.status}`);
  expect(/^image\//.test(image.headers.get('content-type') ?? ''), 'the picture is no image');
}

/** Checks the health route and the home page, which need no account. */
export async function checkPublicPages(url: string): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/']) {
    const answer = await fetch(`${url}${path}`);
    const text = await answer.text();
    expect(answer.status === 200, `${path} answers ${answer.status}: ${text.slice(0, 200)}`);
    if (path === '/') expect(text.includes('</html>'), 'the home page is no page');
  }
}

/** Signs in through the API. @returns the token @throws Error when the sign-in is refused */
export async function signIn(url: string, email = buyer, given = password): Promise<string> {
  const answer = await postJson(`${url}/api/auth/sign-in/email`, { email, password: given });
  const token = answer.headers.get('set-auth-token');
  expect(answer.status === 200 && token !== null, `sign-in answers ${answer.status}`);
  return token ?? '';
}

/**
 * Tries a demo login.
 * @returns the HTTP status of the login.
 */
export async function fetchDemoLoginStatus(url: string): Promise<number> {
  return (await postJson(`${url}/api/auth/sign-in/email`, { email: buyer, password })).status;
}

/** Signs up a new user with two calls, then signs in. */
export async function signUp(url: string): Promise<void> {
  const email = 'new@start.example';
  const answer = await postJson(`${url}/api/auth/sign-up/email`, {
    name: 'New',
    email,
    password: newPassword,
    image: '',
  });
  expect(answer.status === 200, `sign-up answers ${answer.status}: ${await answer.text()}`);
  const role = await postJson(
    `${url}/api/users`,
    { name: 'New', email, role: 'Buyer', photoURL: '' },
    answer.headers.get('set-auth-token') ?? '',
  );
  expect(role.status === 200, `POST /api/users answers ${role.status}: ${await role.text()}`);
  await signIn(url, email, newPassword);
}

/** Books a car that this buyer has not booked yet. @returns the id of the booking. */
export async function bookCar(url: string): Promise<string> {
  const token = await signIn(url);
  const bookedCarIds = new Set((await listOrders(url, token)).map((order) => order.productId));
  const cars = await getJson<{ _id: string }[]>(`${url}/api/teslaDatas`, token);
  const car = cars.find((each) => !bookedCarIds.has(each._id));
  const body = { productId: car?._id, meetingDate: 'tomorrow', buyerNumber: '91234567' };
  const answer = await postJson(`${url}/api/bookingData`, body, token);
  const text = await answer.text();
  expect(answer.status === 200, `the booking answers ${answer.status}: ${text}`);
  return (JSON.parse(text) as { insertedId: string }).insertedId;
}

export async function expectBooking(url: string, id: string): Promise<void> {
  const orders = await listOrders(url, await signIn(url));
  expect(
    orders.some((order) => order._id === id),
    `the booking ${id} is gone`,
  );
}

function listOrders(url: string, token: string): Promise<{ _id: string; productId: string }[]> {
  return getJson(`${url}/api/myorders?email=${encodeURIComponent(buyer)}`, token);
}

async function getJson<T>(url: string, token: string): Promise<T> {
  const answer = await fetch(url, { headers: { authorization: token } });
  const text = await answer.text();
  expect(answer.status === 200, `${new URL(url).pathname} answers ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}

function postJson(url: string, body: object, token = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
