// Endpoints with which contractors submit new invoices and corrected ones.
import { z } from 'zod'
import { ALL_STATUSES } from '../bills/bill-status.ts'
import { INVOICE_FIELDS } from '../bills/invoice-form.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { email } from '../values/email.ts'
import { isUuid, uuid } from '../values/ids.ts'
import { FILES_MAX, QBO_NAME_LENGTH_MAX, SUBMIT_BYTES_MAX, VERSION_MAX } from '../values/limits.ts'
import { line } from '../values/text.ts'
import { contractorBill, verificationToken } from './contractor.ts'

/** What an error reveals about another bill. */
export const possibleDuplicate = z.object({
  invoiceNumber: z.string(),
  amount: z.number(),
  status: z.enum(ALL_STATUSES),
  dateCreated: z.number().int(),
  because: z.enum(['same_number', 'same_file']),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>

/** Additional fields of `bill_exists` and `similar_bill`. */
export const possibleDuplicates = z.object({ bills: z.array(possibleDuplicate) })

const yesOrNo = z.enum(['true', 'false'])

const NEW_FILE = 'new'

/** The name of each file in the form, the invoice first: `new` for the next one that is sent, or the id of an earlier one. */
const fileList = z
  .string()
  .max(50 * FILES_MAX)
  .transform((list) => (list === '' ? [] : list.toLowerCase().split(',')))
  .refine((list) => {
    const ids = list.filter((name) => name !== NEW_FILE)
    return list.length <= FILES_MAX && ids.every(isUuid) && new Set(ids).size === ids.length
  }, `List at most ${FILES_MAX} files, each as "${NEW_FILE}" or once by its id.`)

/** What a contractor sends with a new invoice and with a correction. */
const SUBMISSION = {
  ...INVOICE_FIELDS,
  captchaToken: z.string().max(8_192).default(''),
  token: verificationToken.default(''),
  /** The contractor has seen the similar bills and confirmed. */
  confirmDuplicate: yesOrNo.default('false'),
  /** By default, the files that are sent, in their order. */
  files: fileList.optional(),
}

type Submission = z.output<z.ZodObject<typeof SUBMISSION>>

/** The fields in the server's words, with what the contractor entered as columns of the bill. */
const submissionOf = ({
  captchaToken,
  token,
  confirmDuplicate,
  files,
  amount,
  ...content
}: Submission) => ({
  captchaToken,
  token,
  files,
  isConfirmed: confirmDuplicate === 'true',
  content: { ...content, amountCents: amount },
})

const SUBMISSION_ERRORS = [
  'submission_not_approved',
  'human_check_missing',
  'not_human',
  'human_check_failed',
  'file_too_large',
  'file_empty',
  'file_type_refused',
  'file_gone',
  'bill_exists',
  'similar_bill',
  'submission_key_reused',
  'submit_failed',
] as const

export const submitInvoice = {
  method: 'POST',
  path: '/api/cup/submit-invoice',
  summary:
    'Submit an invoice with an optional `file`, which may be followed by others that belong to it; an `Idempotency-Key` header makes repeating it safe',
  access: 'contractor',
  bodyBytesMax: SUBMIT_BYTES_MAX,
  filesMax: FILES_MAX,
  multipart: z
    .object({ email, ...SUBMISSION, vendorName: line(QBO_NAME_LENGTH_MAX) })
    .transform(({ email, vendorName, ...others }) => ({
      email,
      vendorName,
      ...submissionOf(others),
    })),
  response: z.object({ message: z.string(), bill: contractorBill }),
  errors: ['other_email', 'other_vendor', ...SUBMISSION_ERRORS],
} as const satisfies Endpoint

export const resubmitInvoice = {
  method: 'POST',
  path: '/api/cup/resubmit-invoice',
  summary:
    'Change an invoice that is not decided, or correct it after staff requested changes, and keep, replace or remove its files; an `Idempotency-Key` header makes repeating it safe',
  access: 'contractor',
  bodyBytesMax: SUBMIT_BYTES_MAX,
  filesMax: FILES_MAX,
  multipart: z
    .object({
      billId: uuid,
      /** The version that the contractor saw. If staff have requested other changes since, the correction is refused. */
      version: z.coerce.number().int().min(1).max(VERSION_MAX),
      ...SUBMISSION,
      /** Unless files are listed or sent: whether the bill keeps the earlier ones. */
      keepFile: yesOrNo.default('true'),
    })
    .transform(({ billId, version, keepFile, ...others }) => ({
      billId,
      version,
      keepsFiles: keepFile === 'true',
      ...submissionOf(others),
    })),
  response: z.object({ message: z.string(), bill: contractorBill }),
  errors: ['bill_unknown', 'changed_meanwhile', 'qbo_bill_in_progress', ...SUBMISSION_ERRORS],
} as const satisfies Endpoint

export const withdrawInvoice = {
  method: 'POST',
  path: '/api/cup/withdraw-invoice',
  summary: 'Withdraw one of your invoices that is not decided',
  access: 'contractor',
  body: z.object({ billId: uuid, version: z.number().int().min(1).max(VERSION_MAX) }),
  response: z.object({ message: z.string(), bill: contractorBill }),
  errors: ['contractor_not_approved', 'bill_unknown', 'changed_meanwhile', 'qbo_bill_in_progress'],
} as const satisfies Endpoint
