import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { carFormMessages } from '@carhouse/web/messages/en/car-form';
import { imageMessages } from '@carhouse/web/messages/en/images';
import type { Page } from '@playwright/test';
import { createOwnCar, createUser, createVerifiedSeller, openSignedIn } from './created-users.ts';
import { imageFile } from './image-files.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

async function fillCar(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category', { exact: true }).selectOption('Ferrari');
  await page.getByLabel('Location').fill('Bukit Timah');
  await page.getByLabel('Description').fill('One owner since new.');
  await page.getByLabel('Resale price').fill('868000');
  await page.getByLabel('Original price').fill('1128000');
  await page.getByLabel('Years of use').fill('5');
  await page.getByLabel('Year of purchase').fill('2021');
}

const findAddButton = (page: Page) => page.getByRole('button', { name: texts.addProduct, exact: true });
const findPhotos = (page: Page) => page.getByRole('list', { name: /^Photos/ }).getByRole('listitem');

test('a seller adds a car with three photos, the second of them as its cover', { tag: '@journey' }, async ({
  page,
}) => {
  const seller = await createUser('Seller');
  await openSignedIn(page, seller, '/dashboard/addProduct');
  await expect(page.getByRole('main').getByText(seller.email)).toBeVisible();
  await fillCar(page, 'Roma Test');
  await page
    .getByLabel('Choose photos')
    .setInputFiles([imageFile('one.png'), imageFile('two.png'), imageFile('three.png')]);
  await expect(findPhotos(page)).toHaveCount(3);
  await expect(page.getByText('3 of 3 photos uploaded.')).toBeAttached();
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).click();
  await expect(page.getByText('Moved to place 1 of 3. It is the cover now.')).toBeAttached();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const productRequestPromise = page.waitForRequest(
    (request) => request.url().endsWith('/api/products') && request.method() === 'POST',
  );
  await findAddButton(page).click();
  const body = (await productRequestPromise).postDataJSON() as Record<string, unknown>;
  expect(body).toMatchObject({ title: 'Roma Test', category: 'Ferrari', author: seller.name, email: seller.email });
  expect(body.images).toHaveLength(3);
  await expect(page.getByText(texts.toasts.productCreated)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myProduct');
  const card = page.getByRole('article', { name: 'Roma Test' });
  await expect(card.getByText('$868,000')).toBeVisible();
  await expect(card.getByText('3 photos')).toBeVisible();
});

test('photos are dropped onto the form, and dragged to another position', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  const files = [imageFile('one.png'), imageFile('two.png'), imageFile('three.png')].map(({ name, buffer }) => ({
    name,
    bytes: [...buffer],
  }));
  const dataTransfer = await page.evaluateHandle((droppedFiles) => {
    const dataTransfer = new DataTransfer();
    for (const { name, bytes } of droppedFiles)
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
    return dataTransfer;
  }, files);
  await page.getByText(imageMessages.drop).dispatchEvent('drop', { dataTransfer });
  await expect(findPhotos(page)).toHaveCount(3);
  await expect(page.getByText(imageMessages.said.done(3, 3))).toBeAttached();
  const readImageSources = () =>
    findPhotos(page)
      .getByRole('img')
      .evaluateAll((imageElements: HTMLImageElement[]) => imageElements.map(({ src }) => src));
  const [firstSource, secondSource, thirdSource] = await readImageSources();
  await findPhotos(page).nth(2).dragTo(findPhotos(page).nth(0));
  await expect(page.getByText(imageMessages.said.moved(1, 3))).toBeAttached();
  expect(await readImageSources()).toEqual([thirdSource, firstSource, secondSource]);
});

test('missing fields show the sentences of the specification, and the first one gets the focus', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  await findAddButton(page).click();
  await expect(page.getByText(validationTexts.titleRequired)).toBeVisible();
  await expect(page.getByText(validationTexts.imageRequired)).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expectAccessible(page);
  await fillCar(page, 'Roma');
  await findAddButton(page).click();
  await expect(page.getByLabel('Choose photos')).toBeFocused();
  await expect(page.getByText(validationTexts.titleRequired)).toBeHidden();
});

test('a seller who enters a price sees the prices of comparable cars', async ({ page }) => {
  const seller = await createUser('Seller');
  const title = `Priced ${seller.email.slice(0, 12)}`;
  for (const resalePrice of [100_000, 110_000, 120_000, 130_000, 140_000]) {
    // Each car has a different seller, so that the prices of a model come from several sellers.
    await createOwnCar(await createVerifiedSeller(), { title, resalePrice });
  }
  await openSignedIn(page, seller, '/dashboard/addProduct');
  await fillCar(page, `${title} or so`);
  const price = page.getByLabel('Resale price');
  await page.getByLabel('Title').fill(title);
  await expect(price).toHaveAccessibleDescription(carFormMessages.comparable('$110,000', '$130,000', '5'));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Title').fill(`${title} or so`);
  await expect(price).not.toHaveAccessibleDescription(/./);
});

test('a title with a model of another brand is questioned and not refused', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  const category = page.getByLabel('Category', { exact: true });
  await category.selectOption('BMW');
  await page.getByLabel('Title').fill('A4 2.0 TFSI');
  await expect(page.getByText('“A4 2.0 TFSI” looks like a model of Audi.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Choose Audi' }).click();
  await expect(category).toHaveValue('Audi');
  await expect(page.getByRole('button', { name: 'Choose Audi' })).toHaveCount(0);
  await page.getByLabel('Title').fill('A9 of tomorrow');
  await expect(page.getByText(/looks like a model of/)).toHaveCount(0);
});

test('the five further entries and the closed brands cannot be chosen', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  const options = page.getByLabel('Category', { exact: true }).locator('option');
  await expect(options.filter({ hasText: 'coming soon' })).not.toHaveCount(0);
  const names = await options.evaluateAll((imageElements: HTMLOptionElement[]) =>
    imageElements.filter(({ disabled }) => !disabled).map(({ value }) => value),
  );
  // The specification lists these brands first. The other brands of this server follow after the brands of the
  // specification.
  const brandsInExpectedOrder = ['Ferrari', 'Audi', 'BMW', 'Lamborghini', 'Tesla', 'Mercedes_Benz', 'Rolls_Royce'];
  expect(names.filter((name) => name !== '').slice(0, brandsInExpectedOrder.length)).toEqual(brandsInExpectedOrder);
  for (const comingSoonOption of await options.filter({ hasText: 'coming soon' }).all())
    await expect(comingSoonOption).toBeDisabled();
  expect(await options.filter({ hasText: 'coming soon' }).count()).toBeGreaterThanOrEqual(5);
});

test('a refused file shows the reason, a failed upload is retried, and publishing waits for the photos', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503|net::ERR/);
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  const files = page.getByLabel('Choose photos');
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('notes.txt is no JPEG, PNG, WebP, AVIF or HEIC picture.')).toBeVisible();
  await files.setInputFiles([
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
    { name: 'phone.heic', mimeType: 'image/heic', buffer: Buffer.alloc(100) },
  ]);
  await expect(page.getByText('huge.png cannot be read as a picture')).toBeVisible();
  await expect(page.getByText('phone.heic is a HEIC photo, which this browser cannot read.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Try again to upload/ })).toHaveCount(0);
  for (let remainingPhotoCount = 2; remainingPhotoCount > 0; remainingPhotoCount -= 1)
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await fillCar(page, 'Roma Again');
  await page.route('**/api/images', (route) => route.abort(), { times: 1 });
  await files.setInputFiles(imageFile('car.png'));
  await expect(page.getByText(/^car\.png: /)).toBeVisible();
  await findAddButton(page).click();
  await expect(page.getByText('A photo did not upload.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again to upload car.png' }).click();
  await expect(page.getByText('1 of 1 photos uploaded.')).toBeAttached();
  await findAddButton(page).click();
  await expect(page.getByText(texts.toasts.productCreated)).toBeVisible();
});

test('typed text survives a reload, and is removed after success', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  await fillCar(page, 'Kept Roma');
  await page.getByLabel('Choose photos').setInputFiles(imageFile('kept.png'));
  await expect(page.getByText('1 of 1 photos uploaded.')).toBeAttached();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Kept Roma');
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('Ferrari');
  await expect(page.getByLabel('Resale price')).toHaveValue('868,000');
  await expect(findPhotos(page)).toHaveCount(1);
  await findAddButton(page).click();
  await expect(page.getByText(texts.toasts.productCreated)).toBeVisible();
  await page.goto('/dashboard/addProduct');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText('It was not sent yet.')).toBeHidden();
});

test('a car is added with the keyboard alone', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  const typeInto = async (label: string, text: string): Promise<void> => {
    await expect(page.getByLabel(label, { exact: true })).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };
  // The listener is added first, because the browser opens the file chooser later.
  const fileChooserPromise = page.waitForEvent('filechooser');
  await page.getByLabel('Title').focus();
  await typeInto('Title', 'Keyboard Roma');
  await typeInto('Category', 'Ferr');
  await typeInto('Location', 'Sentosa');
  await typeInto('Description', 'Typed.');
  await typeInto('Resale price', '700000');
  await typeInto('Original price', '900000');
  await typeInto('Years of use', '4');
  await typeInto('Year of purchase', '2022');
  // The group of further facts stays closed.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Choose photos')).toBeFocused();
  await page.keyboard.press('Enter');
  await (await fileChooserPromise).setFiles([imageFile('first.png'), imageFile('second.png')]);
  await expect(page.getByText('2 of 2 photos uploaded.')).toBeAttached();
  const moveLaterButton = page.getByRole('button', { name: 'Move photo 1 later' });
  for (
    let tabPressCount = 0;
    tabPressCount < 6 && !(await moveLaterButton.evaluate((node) => node === document.activeElement));
    tabPressCount += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(moveLaterButton).toBeFocused();
  await page.keyboard.press('Enter');
  // After the photo has moved, the same button of the photo still has the focus.
  await expect(page.getByRole('button', { name: 'Move photo 2 later' })).toBeFocused();
  const button = findAddButton(page);
  for (
    let tabPressCount = 0;
    tabPressCount < 8 && !(await button.evaluate((node) => node === document.activeElement));
    tabPressCount += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText(texts.toasts.productCreated)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Keyboard Roma' })).toBeVisible();
});

test('a draft is saved on the server without a photo, edited, and published with one', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  await fillCar(page, 'Draft Roma');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).toHaveURL('/dashboard/myProduct');
  const card = page.getByRole('article', { name: 'Draft Roma' });
  await expect(card.getByText('Draft', { exact: true })).toBeVisible();
  await card.getByRole('link', { name: 'Edit Draft Roma' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Draft Roma');
  await page.getByText('Further facts').click();
  await page.getByLabel('Mileage').fill('41,000');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText(validationTexts.imageRequired)).toBeVisible();
  await page.getByLabel('Choose photos').setInputFiles(imageFile('draft.png'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page).toHaveURL('/dashboard/myProduct');
  await expect(card.getByText(texts.available, { exact: true })).toBeVisible();
});
