import { expect, it } from 'vitest';
import { describeProfileTask, isNewSeller, isProfileComplete } from './seller-start.tsx';

const zeroCarCounts = { available: 0, draft: 0, sold: 0, withdrawn: 0, hidden: 0, booked: 0, advertised: 0 };

it.each([
  [{}, true],
  [{ draft: 3 }, true],
  [{ available: 1 }, false],
  [{ sold: 1 }, false],
  [{ withdrawn: 40 }, false],
  [{ hidden: 1 }, false],
])('a seller with the cars %j is new: %s', (cars, isNew) => {
  expect(isNewSeller({ cars: { ...zeroCarCounts, ...cars } })).toBe(isNew);
});

const foreignPhotoUrl = 'https://photos.example/a.png';

it.each([
  ['', '', false, 'Add your phone number and your photo'],
  [foreignPhotoUrl, '', false, 'Add your phone number and your photo'],
  [foreignPhotoUrl, '9123 4567', false, 'Add your photo'],
  ['/media/a-1.webp', '', false, 'Add your phone number'],
  ['/media/a-1.webp', '9123 4567', true, 'Add your phone number and your photo'],
])('a profile with the photo %j and the number %j is complete: %s', (photoURL, phoneNumber, isComplete, task) => {
  expect(isProfileComplete({ photoURL, number: phoneNumber })).toBe(isComplete);
  expect(describeProfileTask({ photoURL, number: phoneNumber })).toBe(task);
});
