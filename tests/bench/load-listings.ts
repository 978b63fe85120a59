import type { Writable } from 'node:stream';
import pg from 'pg';
import { openCopy } from './copy-rows.ts';
import { type GeneratedListing, type GenerateOptions, generateListings, generateSellers } from './generate-listings.ts';
import { stockMakes } from './stock/models.ts';

export type LoadOptions = GenerateOptions & {
  /**
   * Whether the triggers remain enabled, for a running server that reads the changes. With enabled triggers, loading is
   * slower.
   */
  readonly isChangeLogged?: boolean;
};

type Column = readonly [
  name: string,
  value: (car: GeneratedListing, rowNumber: number) => string | number | boolean | null,
];

const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['seller_id', ({ seller }) => seller.id],
  ['brand', ({ brand }) => brand],
  ['title', ({ title }) => title],
  ['location', ({ location }) => location],
  ['original_price_cents', ({ originalPrice }) => originalPrice],
  ['resale_price_cents', ({ price }) => price],
  ['years_of_use', ({ yearsOfUse }) => yearsOfUse],
  ['year_of_purchase', ({ yearOfPurchase }) => yearOfPurchase],
  ['description', ({ description }) => description],
  ['status', () => 'available'],
  ['posted_at', ({ postedAt }) => formatTimestamp(postedAt)],
  ['updated_at', ({ postedAt }) => formatTimestamp(postedAt)],
  ['variant', ({ variant }) => variant],
  ['body', ({ body }) => body],
  ['colour', ({ colour }) => colour],
  ['transmission', ({ transmission }) => transmission],
  ['fuel', ({ fuel }) => fuel],
  ['engine_cc', ({ engineCc }) => engineCc],
  ['manufactured_year', ({ manufacturedYear }) => manufacturedYear],
  ['registered_on', ({ registeredOn }) => registeredOn],
  ['coe_expires_on', ({ coeEndDate }) => coeEndDate],
  ['coe_renewed', ({ coeRenewed }) => coeRenewed],
  ['arf_paid_cents', ({ arfPaid }) => arfPaid],
  ['owners', ({ owners }) => owners],
  ['mileage_km', ({ mileageKm }) => mileageKm],
  ['seats', ({ seats }) => seats],
  ['dealer_ref', ({ sellerKind }, rowNumber) => (sellerKind === 'dealer' ? `STOCK-${rowNumber}` : null)],
];

/**
 * Loads the generated listings and sellers into an empty database. The function uses COPY into a table without indexes,
 * which are created after loading. Triggers are disabled unless a server reads the changes.
 */
export async function loadListings(databaseUrl: string, options: LoadOptions): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'carhouse-stock' });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'");
    // The triggers write the change log and check that a listing has a brand and a seller. The generator ensures that
    // each listing has a brand and a seller.
    if (options.isChangeLogged !== true) await client.query("SET session_replication_role = 'replica'");
    await loadBrands(client);
    await loadSellers(client, options.seed);
    const indexDefinitions = options.isChangeLogged === true ? [] : await dropIndexes(client);
    await copyCars(client, options);
    for (const indexDefinition of indexDefinitions) await client.query(indexDefinition);
    // This single log entry makes running nodes read the whole stock, so not every listing needs an entry.
    if (options.isChangeLogged !== true) await client.query('INSERT INTO listing_change DEFAULT VALUES');
    // These commands collect the statistics that autovacuum would collect later; without them, counts read every row.
    // The commit of the rows must be on the disk before VACUUM runs, because VACUUM does not mark pages whose rows may
    // still be lost.
    await client.query('SET synchronous_commit = on');
    await client.query('ANALYZE account, listing');
    await client.query('VACUUM account, listing');
  } finally {
    await client.end();
  }
}

async function loadBrands(client: pg.Client): Promise<void> {
  const brandParameters = [stockMakes.map(({ brand }) => brand), stockMakes.map(({ name }) => name)];
  const sql = `INSERT INTO brand (api_name, name) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`;
  await client.query(sql, brandParameters);
}

async function loadSellers(client: pg.Client, seed: string | undefined): Promise<void> {
  const sellers = generateSellers(seed);
  await client.query(
    `INSERT INTO account (id, name, email, email_verified, role, verified_at, seller_kind)
     SELECT id, name, email, true, 'Seller', CASE WHEN verified THEN now() END, kind
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::text[]) AS seller (id, name, email, verified, kind)
     ON CONFLICT DO NOTHING`,
    [
      sellers.map(({ id }) => id),
      sellers.map(({ name }) => name),
      sellers.map(({ email }) => email),
      sellers.map(({ verified }) => verified),
      sellers.map(({ kind }) => kind),
    ],
  );
}

/**
 * Drops the indexes that belong to no constraint.
 * @returns the statements that create them again
 */
async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = 'listing'::regclass
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function copyCars(client: pg.Client, options: GenerateOptions): Promise<void> {
  const { stream, donePromise } = openCopy(
    client,
    `COPY listing (${columns.map(([name]) => name).join(', ')}) FROM STDIN`,
  );
  let rowNumber = 0;
  let lines = '';
  for (const car of generateListings(options)) {
    rowNumber += 1;
    lines += `${columns.map(([, value]) => formatCopyCell(value(car, rowNumber))).join('\t')}\n`;
    if (lines.length > 1 << 18) {
      await writeToStream(stream, lines);
      lines = '';
    }
  }
  if (lines !== '') await writeToStream(stream, lines);
  stream.end();
  await donePromise;
}

/** A value in the text format of COPY. */
function formatCopyCell(value: string | number | boolean | null): string {
  return value === null ? '\\N' : String(value).replace(/[\\\t\r\n]/g, (character) => `\\${character}`);
}

function formatTimestamp(microseconds: number): string {
  const isoTextToMilliseconds = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, -1);
  return `${isoTextToMilliseconds}${String(Math.floor(microseconds % 1000)).padStart(3, '0')}Z`;
}

function writeToStream(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
