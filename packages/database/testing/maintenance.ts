import pg from 'pg';

/** Returns the URL of another database on the same server. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

/**
 * Runs one statement on the maintenance database. PostgreSQL copies a template database only once at a time, so the
 * statement is retried while the template is in use.
 */
export async function runOnServer(serverUrl: string, sql: string): Promise<void> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(sql);
      return;
    } catch (error) {
      const isTemplateInUse = (error as { code?: string }).code === '55006';
      if (!isTemplateInUse || attemptNumber >= 50) throw error;
    } finally {
      await client.end();
    }
    await new Promise((resolve) => setTimeout(resolve, 20 * attemptNumber));
  }
}
