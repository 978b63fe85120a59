import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const demoNote = '**Demo: anyone can sign in with the published accounts, no money moves.**\n\n';
const description =
  'Errors are application/problem+json with a stable code. Sign in at POST /api/auth/sign-in/email with {email, password}: the token is in the header set-auth-token of the answer; send it as Authorization: {token}.';

/**
 * Serves the API contract as an OpenAPI 3 document at /api/docs/json, and a page that displays it at /api/docs. Register
 * this plugin before the routes.
 */
export async function registerOpenApi(app: FastifyInstance, isPublicDemo = false): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Car House',
        version: '0.1.0',
        description: `${isPublicDemo ? demoNote : ''}${description}`,
      },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '{token} or Bearer {token}' },
          session: { type: 'apiKey', in: 'cookie', name: 'carhouse.session_token' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, uiConfig: { docExpansion: 'list' } });
}
