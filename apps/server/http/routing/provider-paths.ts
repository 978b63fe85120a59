/**
 * Path prefix under which a browser reaches the sandbox card provider on the server's own origin (sandbox-proxy.ts).
 */
export const sandboxProviderPath = '/sandbox-card-provider';

/** Path to which the card provider posts its events (payments/routes.ts). */
export const providerWebhookPath = '/api/webhooks/card-provider';
