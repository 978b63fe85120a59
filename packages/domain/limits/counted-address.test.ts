import { expect, it } from 'vitest';
import { normaliseCountedEmail } from './counted-address.ts';

it.each([
  ['Name@People.Example', 'name@people.example'],
  [' name+1@people.example ', 'name@people.example'],
  ['name+a+b@people.example', 'name@people.example'],
  ['first.last@people.example', 'first.last@people.example'],
  ['First.Last+car@gmail.com', 'firstlast@gmail.com'],
  ['f.i.r.s.t.last@GoogleMail.com', 'firstlast@gmail.com'],
  ['+tag@people.example', '+tag@people.example'],
  ['"a@b"+1@people.example', '"a@b"@people.example'],
  ['no address', 'no address'],
])('counts %s as %s', (address, bucket) => {
  expect(normaliseCountedEmail(address)).toBe(bucket);
});
