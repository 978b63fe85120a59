import { z } from 'zod';

/** How mails are sent: written to files in the data directory, or through an SMTP server. */
export type MailConfig =
  | { readonly kind: 'files' }
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string };

/** Matches an e-mail address, or a name followed by an e-mail address in angle brackets. */
const senderPattern = /^(?:[^<>@"\p{Cc}]{1,100}<[^\s<>@",;:]+@[^\s<>@",;:]+>|[^\s<>@",;:]+@[^\s<>@",;:]+)$/u;

export const mailVariableSchemas = {
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, { error: 'must look like smtp://user:password@mail.example:587 or smtps://mail.example' })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(senderPattern, 'must be an address, such as server@cars.example or Car House <server@cars.example>')
    .optional(),
};

export function listMailFaults(variables: Readonly<Record<string, string | undefined>>): string[] {
  const { SMTP_URL: url, MAIL_FROM: from } = variables;
  return url !== undefined && from === undefined ? ['MAIL_FROM: is needed beside SMTP_URL'] : [];
}

export function readMailConfig({
  SMTP_URL: url,
  MAIL_FROM: from,
}: z.output<z.ZodObject<typeof mailVariableSchemas>>): MailConfig {
  return url === undefined ? { kind: 'files' } : { kind: 'smtp', url, from: from ?? '' };
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && `${search}${hash}` === '';
}
