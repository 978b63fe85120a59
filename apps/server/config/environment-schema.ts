import { z } from 'zod';
import { approvalVariables } from './approval-config.ts';
import { businessVariables } from './business-config.ts';
import { cardVariables } from './card-config.ts';
import { databaseVariables } from './database-config.ts';
import { imageVariables } from './image-config.ts';
import { invoiceVariables } from './invoice-config.ts';
import { listenVariables } from './listen-config.ts';
import { mailVariables } from './mail-config.ts';
import { modeVariables } from './mode-config.ts';
import { openidVariables } from './openid-config.ts';
import { paceVariables } from './pace-config.ts';
import { traceVariables } from './trace-config.ts';
import { trustVariables } from './trust-config.ts';
import { secret, text } from './value-schemas.ts';

/**
 * The schema of all environment variables. Each file of this folder declares the variables of one topic, checks their
 * combinations and derives values from them.
 */
export const environmentSchema = z.object({
  ...listenVariables,
  ...modeVariables,
  DATA_DIR: text.default('./data'),
  BACKUP_DIR: text.optional(),
  ...databaseVariables,
  ...cardVariables,
  SESSION_SECRET: secret.optional(),
  ...mailVariables,
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters at least').optional(),
  ...imageVariables,
  ...openidVariables,
  ...paceVariables,
  ...trustVariables,
  ...approvalVariables,
  ...invoiceVariables,
  ...businessVariables,
  ...traceVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** The name of a variable that the server reads. */
export type VariableName = keyof typeof environmentSchema.shape;
