import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Creates the store of the test's OpenID provider, which finds entries by their kind and id. Entries do not expire,
 * because only one test file uses them.
 */
export function createProviderStore(): (kind: string) => Adapter {
  const rows = new Map<string, AdapterPayload>();

  return (kind) => ({
    upsert: async (id, payload) => void rows.set(`${kind}:${id}`, payload),
    find: async (id) => rows.get(`${kind}:${id}`),
    findByUid: async (uid) => [...rows.values()].find((row) => row.kind === kind && row.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const row = rows.get(`${kind}:${id}`);
      if (row !== undefined) row.consumed = 1;
    },
    destroy: async (id) => void rows.delete(`${kind}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
    },
  });
}
