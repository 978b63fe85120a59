import { listBackups } from '@carhouse/backup/take-backup';
import { probeBucket } from '@carhouse/images/probe-bucket';
import { probeMailServer } from '@carhouse/mail/smtp-mailer';
import type { Config } from '../../config.ts';
import { providerWebhookPath } from '../../http/routing/provider-paths.ts';
import { type Finding, makePassedFinding, makeRefusal, makeWarning } from './finding.ts';

/** Maximum duration of one request to a service, in milliseconds. */
const timeoutMs = 5_000;
const stripeApiOrigin = 'https://api.stripe.com';
const msPerDay = 86_400_000;

/**
 * Checks the configured services: the mail server and the image store must respond, Stripe must know the key and the
 * webhook, and the last backup must be recent. The checks send no mail, charge no card and store nothing.
 * @param apiOrigin origin of Stripe's API; tests use another origin.
 */
export async function checkServices(
  config: Config,
  now: Date,
  apiOrigin: string = stripeApiOrigin,
): Promise<Finding[]> {
  const checkResults = await Promise.all([
    checkMailServer(config),
    checkBucket(config),
    checkStripe(config, apiOrigin),
    checkBackups(config, now),
  ]);
  return checkResults.flat();
}

async function checkMailServer({ mail }: Config): Promise<Finding[]> {
  if (mail.kind === 'files') return [];
  try {
    await probeMailServer({ url: mail.url }, timeoutMs);
    return [makePassedFinding('SMTP_URL', 'the mail server greets, and takes the password where there is one')];
  } catch (error) {
    return [makeRefusal('SMTP_URL', `${(error as Error).message} Check host, port, user and password`)];
  }
}

async function checkBucket({ images }: Config): Promise<Finding[]> {
  if (images.kind === 'disk') return [];
  const name = 'S3_ENDPOINT';
  let status: number;
  try {
    status = await probeBucket(images, timeoutMs);
  } catch {
    return [makeRefusal(name, `${images.endpoint} does not answer; check S3_ENDPOINT`)];
  }
  if (status === 404 || status === 200) return [makePassedFinding(name, `the bucket ${images.bucket} answers`)];
  // The image store refuses a request for a missing object when the access key may read objects but not list them.
  const remedy = 'check S3_BUCKET and the rights of S3_ACCESS_KEY_ID, then upload a picture';
  return [makeWarning(name, `the bucket ${images.bucket} answers ${status}; ${remedy}`)];
}

type WebhookEndpoint = { readonly url: string; readonly livemode: boolean; readonly status: string };

async function checkStripe({ cards, publicUrl }: Config, apiOrigin: string): Promise<Finding[]> {
  if (cards.kind !== 'stripe') return [];
  const name = 'STRIPE_SECRET_KEY';
  let answer: Response;
  try {
    answer = await fetch(`${apiOrigin}/v1/webhook_endpoints?limit=100`, {
      headers: { authorization: `Bearer ${cards.secretKey}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return [makeWarning(name, 'Stripe does not answer from this machine; payments need a way to api.stripe.com')];
  }
  if (answer.status === 401) return [makeRefusal(name, 'Stripe does not know this key; copy it from the dashboard')];
  if (answer.status === 403) {
    return [makeWarning(name, 'Stripe knows the key, which may not read webhooks; check the webhook in the dashboard')];
  }
  if (answer.status !== 200) return [makeWarning(name, `Stripe answers ${answer.status}`)];
  const { data } = (await answer.json()) as { data: readonly WebhookEndpoint[] };
  const expectedWebhookUrl = `${publicUrl}${providerWebhookPath}`;
  const registeredWebhook = data.find(({ url }) => url === expectedWebhookUrl);
  if (registeredWebhook === undefined) {
    return [
      makeWarning('STRIPE_WEBHOOK_SECRET', `Stripe has no webhook to ${expectedWebhookUrl}; add it in the dashboard`),
    ];
  }
  if (registeredWebhook.livemode !== cards.livemode) {
    return [
      makeRefusal('STRIPE_WEBHOOK_SECRET', 'the webhook is of another mode (test or live) than STRIPE_SECRET_KEY'),
    ];
  }
  if (registeredWebhook.status !== 'enabled')
    return [makeWarning('STRIPE_WEBHOOK_SECRET', 'the webhook is switched off at Stripe')];
  return [makePassedFinding(name, 'Stripe knows the key and the webhook, and both are of one mode')];
}

async function checkBackups({ backupDir, database }: Config, now: Date): Promise<Finding[]> {
  if (backupDir === undefined || database.kind === 'server') return [];
  const backupTimes = (await listBackups(backupDir)).map(({ manifest }) => Date.parse(manifest.completedAt));
  const newestBackupMs = Math.max(...backupTimes);
  if (backupTimes.length === 0)
    return [makeWarning('BACKUP_DIR', "holds no backup yet; run 'npm run backup' and then daily")];
  const backupAgeDays = Math.floor((now.getTime() - newestBackupMs) / msPerDay);
  if (backupAgeDays > 2)
    return [makeWarning('BACKUP_DIR', `the newest backup is ${backupAgeDays} days old; run 'npm run backup' daily`)];
  return [
    makePassedFinding(
      'BACKUP_DIR',
      `${backupTimes.length} backups, the newest of ${new Date(newestBackupMs).toISOString()}`,
    ),
  ];
}
