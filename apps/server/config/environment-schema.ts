import { z } from 'zod';
import { approvalVariableSchemas } from './approval-config.ts';
import { businessVariableSchemas } from './business-config.ts';
import { cardVariableSchemas } from './card-config.ts';
import { databaseVariableSchemas } from './database-config.ts';
import { imageVariableSchemas } from './image-config.ts';
import { invoiceVariableSchemas } from './invoice-config.ts';
import { listenVariableSchemas } from './listen-config.ts';
import { mailVariableSchemas } from './mail-config.ts';
import { modeVariableSchemas } from './mode-config.ts';
import { openidVariableSchemas } from './openid-config.ts';
import { paceVariableSchemas } from './pace-config.ts';
import { traceVariableSchemas } from './trace-config.ts';
import { trustVariableSchemas } from './trust-config.ts';
import { secret, text } from './value-schemas.ts';

/**
 * The schema of all environment variables. Each file of this folder declares the variables of one topic, checks their
 * combinations and derives values from them.
 */
export const environmentSchema = z.object({
  ...listenVariableSchemas,
  ...modeVariableSchemas,
  DATA_DIR: text.default('./data'),
  BACKUP_DIR: text.optional(),
  ...databaseVariableSchemas,
  ...cardVariableSchemas,
  SESSION_SECRET: secret.optional(),
  ...mailVariableSchemas,
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters at least').optional(),
  ...imageVariableSchemas,
  ...openidVariableSchemas,
  ...paceVariableSchemas,
  ...trustVariableSchemas,
  ...approvalVariableSchemas,
  ...invoiceVariableSchemas,
  ...businessVariableSchemas,
  ...traceVariableSchemas,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** The name of a variable that the server reads. */
export type VariableName = keyof typeof environmentSchema.shape;
