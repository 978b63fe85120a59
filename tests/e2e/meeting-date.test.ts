import { texts } from '@carhouse/contract/texts';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

test('a meeting date is read back, is filled by a picked day, and the booking is confirmed with its next step', async ({
  page,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller);
  await openSignedIn(page, buyer, `/cars/${car}`);
  await page
    .getByRole('button', { name: new RegExp(`^${texts.bookNow}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const meeting = dialog.getByLabel('Meeting date');
  await meeting.fill('some day');
  await expect(dialog.getByText('Names no single day. The seller reads it as you wrote it.')).toBeVisible();
  const tomorrow = toSingaporeDay(new Date(Date.now() + 86_400_000));
  await dialog.getByLabel('Or pick a day and time').fill(`${tomorrow}T15:30`);
  await expect(meeting).toHaveValue(/^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) \d+ [A-Z][a-z]{2}, 3\.30 pm$/);
  await expect(dialog.getByText(/^Read as [A-Z][a-z]+day, \d+ [A-Z][a-z]+ \d{4}, 3\.30 pm$/)).toBeVisible();
  await checkInEachWindow(page, 'meeting-date', () => expectAccessible(page));
  // A picked date is kept in the same way as a typed date.
  const meetingText = await meeting.inputValue();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('button', { name: new RegExp(`^${texts.bookNow}`) })
    .first()
    .click();
  await expect(meeting).toHaveValue(meetingText);
  await dialog.getByLabel('Buyer number').fill('9123 4567');
  await dialog.getByRole('button', { name: texts.confirm }).click();
  await expect(page).toHaveURL('/dashboard/myOrders');
  const bookingStatus = page.getByRole('status').filter({ hasText: /^Booked: .*Roma/ });
  await expect(bookingStatus).toContainText(`${seller.name} has your number and your meeting date, “${meetingText}”.`);
  await checkInEachWindow(page, 'booked', () => expectAccessible(page));
  await bookingStatus.getByRole('link', { name: 'View the car' }).click();
  await expect(
    page.getByRole('region', { name: 'Next step' }).getByRole('heading', { name: 'View the car' }),
  ).toBeVisible();
});
