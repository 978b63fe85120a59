import type { Page } from '@playwright/test';

const list = `Stock no,Vehicle,Make,Selling price,Reg date,Mileage,Gearbox,Fuel,Engine cap,COE,OMV,Remarks,Days left
CH-2041,Ferrari Roma,Ferrari,"$868,000 ",28-May-21,"12,400 km",Auto,Petrol,3855,"85,000","389,000",One owner since new,1640
CH-2042,Audi A4 2.0A (COE till 04/2029),B.M.W.,"45,800",10-nov-2014,"98,000 km",Auto,Petrol,1984,"61,000","31,200",Agent maintained,890
CH-2043,Mercedes-Benz E200 Avantgarde,MERCEDES BENZ,"$142,900",02-Feb-2019,"51,000 mi.",Auto,Petrol,1991,"34,000","48,100",,1100
CH-2044,Tesla Model 3 Long Range,Tesla,N.A.,15/09/2022,"38,000 km",Auto,Electric,,"72,000","62,400",Pearl white,2100
CH-2045,BMW 520i Luxury,bmw,"$98,500",31-apr-2017,"88,000 km",2017,Petrol,1998,"49,000","44,000",,400
CH-2046,Rolls Royce Ghost,ROLLS ROYCE,"$1,288,000",18-Nov-2020,"9,800 km",Auto,Petrol,6749,"40,000","512,000",Serviced by the agent,1500
`;

/** Shows a dealer's list that has some rejected rows, and the mapping of its columns. */
export async function showImport(page: Page): Promise<void> {
  const anotherListLink = page.getByRole('link', { name: 'Another list' });
  if (await anotherListLink.isVisible()) await anotherListLink.click();
  const file = { name: 'stock november.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
  await page.getByLabel('Choose a list of cars').setInputFiles(file);
  await page.getByRole('region', { name: 'What the first rows become' }).waitFor();
}

/**
 * Shows a dealer's list during its import, which is mocked, because the server would finish immediately. Until the
 * import is started, the page gets the responses of the server, because it requests the state of a new list until the
 * server has examined the list.
 */
export async function showImporting(page: Page): Promise<void> {
  await showImport(page);
  let isStarted = false;
  await page.route(/\/api\/v1\/imports\/[^/]+(?:\/start)?$/, async (route) => {
    const isStartRequest = route.request().method() === 'POST';
    isStarted ||= isStartRequest;
    if (!isStarted) return route.continue();
    const importUrl = route
      .request()
      .url()
      .replace(/\/start$/, '');
    const answer = await route.fetch({ url: importUrl, method: 'GET', postData: '' });
    const view = (await answer.json()) as Record<string, unknown>;
    return route.fulfill({
      status: isStartRequest ? 202 : 200,
      json: { ...view, state: 'running', doneRows: 7_340, totalRows: 12_000 },
    });
  });
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText('Importing. You may leave this page.').waitFor();
}

/** Shows a dealer's list after its import. */
export async function showImported(page: Page): Promise<void> {
  await showImport(page);
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByRole('heading', { name: 'What the import did' }).waitFor();
}
