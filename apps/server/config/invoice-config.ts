import type { Supplier } from '@carhouse/domain/fee/fee-document';
import { z } from 'zod';

/** The supplier that is named on invoices for fees: the operator of this server. */
export type InvoiceConfig = { readonly supplier: Supplier };

const makeLineSchema = (maximumLength: number) =>
  z
    .string()
    .trim()
    .max(maximumLength)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line');

export const invoiceVariableSchemas = {
  SUPPLIER_NAME: makeLineSchema(200).default('Car House'),
  // The lines of the address are separated by commas or by `\n`.
  SUPPLIER_ADDRESS: makeLineSchema(400).default(''),
  GST_NUMBER: makeLineSchema(40)
    .regex(/^[A-Za-z0-9-]{5,20}$/, 'must be a registration number such as 201234567K or M9-0001234-5')
    .optional(),
};

export function readInvoiceConfig({
  SUPPLIER_NAME: name,
  SUPPLIER_ADDRESS: address,
  GST_NUMBER: gstNumber,
}: z.output<z.ZodObject<typeof invoiceVariableSchemas>>): InvoiceConfig {
  return { supplier: { name, address: address.replaceAll(String.raw`\n`, '\n'), gstNumber: gstNumber ?? null } };
}
