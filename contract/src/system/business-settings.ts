// Endpoints for what administrators set about the business. A setting without a value of its own has the environment's.
import { z } from 'zod'
import { NOTICES } from '../approval/preferences.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { PAYMENT_METHOD_IDS } from '../payments/payment-methods.ts'
import { isTimeZone } from '../values/business-day.ts'
import { email } from '../values/email.ts'
import { LOGO_BYTES_MAX, NAME_LENGTH_MAX, VERSION_MAX } from '../values/limits.ts'
import { line } from '../values/text.ts'

const ADDRESS_LINES_MAX = 4

/** Long enough that a mistake can't erase what a business still works with. */
export const KEPT_DAYS_MIN = 365
export const KEPT_DAYS_MAX = 36_500
export const FOREVER = 'forever'

const NOT_DAYS = `Enter ${KEPT_DAYS_MIN} to ${KEPT_DAYS_MAX.toLocaleString('en-US')} days, or leave it empty to keep them forever.`

/** For how many days after an invoice is over, which means that it was paid, rejected or withdrawn. */
const keptDays = z.union(
  [
    z.literal(FOREVER),
    z.number(NOT_DAYS).int(NOT_DAYS).min(KEPT_DAYS_MIN, NOT_DAYS).max(KEPT_DAYS_MAX, NOT_DAYS),
  ],
  NOT_DAYS,
)
export type KeptDays = z.infer<typeof keptDays>

export const businessSettings = z.object({
  businessName: line(NAME_LENGTH_MAX),
  businessColor: z
    .string()
    .trim()
    .regex(/^#[0-9a-f]{6}$/i, 'Enter a color such as #0d545e.')
    .toLowerCase(),
  /** For receipts, statements and emails. */
  businessAddress: z
    .array(line(NAME_LENGTH_MAX))
    .max(ADDRESS_LINES_MAX, `An address can have at most ${ADDRESS_LINES_MAX} lines.`),
  contactEmail: email,
  businessTimeZone: z.string().refine(isTimeZone, 'Choose a time zone.'),
  /** The emails that approvers get until they choose themselves. */
  approvalNotices: z.enum(NOTICES),
  /** The methods that customers can start a payment with. Without any, they can't pay online. */
  paymentMethods: z.array(z.enum(PAYMENT_METHOD_IDS)).max(PAYMENT_METHOD_IDS.length),
  retailerList: z.enum(['public', 'staff']),
  filesKeptDays: keptDays,
  messagesKeptDays: keptDays,
})
export type BusinessSettings = z.infer<typeof businessSettings>
export type SettingName = keyof BusinessSettings

const stored = businessSettings.partial()
const version = z.number().int().min(0).max(VERSION_MAX)

const settingsView = z.object({
  /** What administrators set; the other settings follow `defaults`. */
  own: stored,
  /** From the environment. */
  defaults: businessSettings,
  /** The methods whose keys are set up; only these can be turned on. */
  payableMethods: z.array(z.enum(PAYMENT_METHOD_IDS)),
  /** `own`: uploaded here. Without one, pages show the product's mark. */
  logo: z.object({ url: z.string(), isOwn: z.boolean() }).optional(),
  /** 0 before the first change. */
  version,
})
export type SettingsView = z.infer<typeof settingsView>

export const getSettings = {
  method: 'GET',
  path: '/api/settings',
  summary: 'What administrators can set about the business',
  access: 'admin',
  response: settingsView,
} as const satisfies Endpoint

export const saveSettings = {
  method: 'PUT',
  path: '/api/settings',
  summary: 'Replace the settings; those that are left out follow the environment again',
  access: 'admin',
  recentSignIn: true,
  body: z.object({ settings: stored, version }),
  response: settingsView,
  errors: ['changed_meanwhile'],
} as const satisfies Endpoint

const countedDays = z.coerce.number().int().min(KEPT_DAYS_MIN).max(KEPT_DAYS_MAX).optional()

export const countErasable = {
  method: 'GET',
  path: '/api/settings/erasable',
  summary: 'How many files and messages the next nightly run would erase with these settings',
  access: 'admin',
  /** A missing number means forever. */
  query: z.object({ filesKeptDays: countedDays, messagesKeptDays: countedDays }),
  response: z.object({ files: z.number().int(), messages: z.number().int() }),
} as const satisfies Endpoint

export const saveLogo = {
  method: 'POST',
  path: '/api/settings/logo',
  summary: 'Upload a logo: one PNG or JPEG',
  access: 'admin',
  recentSignIn: true,
  multipart: z.object({}),
  fileBytesMax: LOGO_BYTES_MAX,
  response: settingsView,
  errors: ['file_type_refused', 'file_too_large'],
} as const satisfies Endpoint

export const removeLogo = {
  method: 'DELETE',
  path: '/api/settings/logo',
  summary: 'Remove the uploaded logo',
  access: 'admin',
  recentSignIn: true,
  response: settingsView,
} as const satisfies Endpoint
