import { takesPayments } from '@carhouse/domain/payment/business-mode';
import { isLoopback } from '../../config/listen-config.ts';
import type { Config } from '../../config.ts';
import { type Finding, makePassedFinding, makeRefusal, makeWarning } from './finding.ts';

/**
 * Checks the configuration for a public server. The rules of production apply in every mode: a starting server makes
 * this check only in production, and `npm run doctor` always makes it. Decision 0035 lists the rules for a public
 * server.
 */
export function checkConfig(config: Config): Finding[] {
  return [
    checkBusinessMode(config),
    ...checkAddress(config),
    ...checkCards(config),
    ...checkMail(config),
    ...checkData(config),
    ...checkOtherSettings(config),
  ];
}

/**
 * The finding names the business mode in which the operator runs the marketplace. docs/licences.md has the legal
 * questions about each mode.
 */
function checkBusinessMode({ businessMode }: Config): Finding {
  const modeMeaning = takesPayments(businessMode)
    ? 'buyers pay here, and sellers are paid from it'
    : 'buyers pay sellers directly, and no money is taken here';
  return makePassedFinding(
    'BUSINESS_MODE',
    `${businessMode}: ${modeMeaning}; docs/licences.md has the questions for counsel`,
  );
}

function checkAddress({ publicUrl, host, trustedProxies }: Config): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'http:') {
    const isOpenToOthers = !isLoopback(hostname);
    if (isOpenToOthers || !isLoopback(host)) {
      const addressText = isOpenToOthers
        ? `${publicUrl} is plain http`
        : `is not set to https, and HOST=${host} is reached from the network`;
      const remedy = 'end TLS in a proxy and set PUBLIC_URL=https://…, or set DEMO=1 for a demo without real people';
      return [
        makeRefusal('PUBLIC_URL', `${addressText}: passwords and sessions would be readable on the way; ${remedy}`),
      ];
    }
    return [
      makeWarning('PUBLIC_URL', `only programs on this machine reach ${publicUrl}; set the https address to go live`),
    ];
  }
  const findings = [makePassedFinding('PUBLIC_URL', `${publicUrl}; cookies are Secure`)];
  if (trustedProxies.length === 0) {
    const reason = 'behind the proxy that ends TLS all visitors have one address and share its limits';
    findings.push(makeWarning('TRUSTED_PROXIES', `${reason}; name the proxy, for example TRUSTED_PROXIES=127.0.0.1`));
  }
  if (!isLoopback(host)) {
    const reason = `HOST=${host} is reached without TLS beside ${publicUrl}`;
    findings.push(makeWarning('HOST', `${reason}; let a firewall admit only the proxy, or set HOST=127.0.0.1`));
  }
  return findings;
}

function checkCards({ cards, areTestCardsAllowed, businessMode }: Config): Finding[] {
  if (cards.kind === 'stripe' && cards.livemode) {
    const cardFindings = [makePassedFinding('STRIPE_SECRET_KEY', 'live keys: cards are charged')];
    if (areTestCardsAllowed)
      cardFindings.push(makeWarning('ALLOW_TEST_CARDS', 'does nothing beside live keys; unset it'));
    if (!cards.webhookSecrets.every((secret) => secret.startsWith('whsec_'))) {
      cardFindings.push(
        makeWarning('STRIPE_WEBHOOK_SECRET', 'does not begin with whsec_; copy it from the webhook of your account'),
      );
    }
    return cardFindings;
  }
  const [name, keyDescription] =
    cards.kind === 'stripe'
      ? ['STRIPE_SECRET_KEY', 'is a key of test mode']
      : cards.sharedSandbox === null
        ? ['STRIPE_SECRET_KEY', 'is not set, so the sandbox takes the cards']
        : ['SANDBOX_CARDS_URL', 'a sandbox takes the cards'];
  if (areTestCardsAllowed)
    return [makeWarning('ALLOW_TEST_CARDS', 'test cards only, no money moves; the pages that pay say so')];
  if (!takesPayments(businessMode)) {
    const reason = `${keyDescription}: no card is charged with BUSINESS_MODE=introducer`;
    return [makeWarning(name, `${reason}; keep the keys while earlier charges, refunds or payouts are open`)];
  }
  const remedy =
    'set live keys (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET), or ALLOW_TEST_CARDS=1';
  return [makeRefusal(name, `${keyDescription}: anybody pays for a car with a published test card; ${remedy}`)];
}

function checkMail({ mail }: Config): Finding[] {
  if (mail.kind === 'files') {
    const reason = 'is not set: links for new passwords and confirmations would become files that nobody sends';
    return [makeRefusal('SMTP_URL', `${reason}; set SMTP_URL and MAIL_FROM`)];
  }
  const { protocol, hostname, username } = new URL(mail.url);
  if (protocol === 'smtp:' && username === '' && !isLoopback(hostname)) {
    return [
      makeWarning('SMTP_URL', 'mails with links may travel without TLS; use smtps://, or a user with a password'),
    ];
  }
  return [makePassedFinding('SMTP_URL', `mails leave by ${hostname}`)];
}

function checkData(config: Config): Finding[] {
  const { database, backupDir, sessionSecret, dataDir, images } = config;
  const findings: Finding[] = [];
  if (database.kind === 'embedded' && backupDir === undefined) {
    const reason = 'is not set: the database is lost with its disk';
    findings.push(makeWarning('BACKUP_DIR', `${reason}; set it to another disk and run 'npm run backup' daily`));
  }
  if (database.kind === 'server') {
    if (sessionSecret === null) {
      const reason = 'is not set: each node makes its own in DATA_DIR, and signs out the people of the other nodes';
      findings.push(makeWarning('SESSION_SECRET', `${reason}; set the same on all (openssl rand -hex 32)`));
    }
    findings.push(...checkDatabaseUrl('DATABASE_URL', database.url));
    if (database.sessionUrl !== database.url)
      findings.push(...checkDatabaseUrl('DATABASE_SESSION_URL', database.sessionUrl));
    for (const url of database.replicaUrls) findings.push(...checkDatabaseUrl('DATABASE_REPLICA_URLS', url));
  }
  if (/^\/(tmp|var\/tmp|dev\/shm)(\/|$)/.test(dataDir)) {
    findings.push(makeWarning('DATA_DIR', `${dataDir} may be emptied by the system; choose a folder that stays`));
  }
  if (images.kind === 's3' && images.endpoint.startsWith('http:') && !isLoopback(new URL(images.endpoint).hostname)) {
    findings.push(makeWarning('S3_ENDPOINT', 'pictures travel without TLS; use https'));
  }
  return findings;
}

function checkDatabaseUrl(variableName: string, url: string): Finding[] {
  const { hostname, searchParams } = new URL(url);
  const sslmode = searchParams.get('sslmode');
  if (hostname === '' || isLoopback(hostname) || (sslmode !== null && sslmode !== 'disable')) return [];
  return [makeWarning(variableName, `the way to ${hostname} has no TLS; add ?sslmode=verify-full`)];
}

function checkOtherSettings({ metricsToken, isDevelopment, logLevel }: Config): Finding[] {
  const findings: Finding[] = [];
  if (isDevelopment)
    findings.push(makeRefusal('--dev', "the development server shows the source code; start with 'npm start'"));
  if (metricsToken === undefined) {
    const reason =
      'is not set: nobody sees an attack in /metrics from elsewhere, and a proxy on this machine might show it';
    findings.push(makeWarning('METRICS_TOKEN', `${reason}; set 16 characters or more (openssl rand -hex 16)`));
  }
  if (logLevel === 'silent' || logLevel === 'fatal') {
    findings.push(makeWarning('LOG_LEVEL', `${logLevel} hides errors and refused sign-ins; unset it`));
  }
  return findings;
}
