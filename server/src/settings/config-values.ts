// Reads groups of settings, and parses URLs, lists, email addresses and staff tools.

import { TOOLS, type Tool } from '@invoice-desk/contract/identity/tools'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { z } from 'zod'

export type Given = Readonly<Record<string, string | undefined>>
/** A setting and how to fix it. */
export type Problem = readonly [name: string, text: string]

type Setting = readonly [variable: string, schema: z.ZodType]
export type Settings = { readonly [name: string]: Setting | Settings }
type ValuesOf<T> = {
  -readonly [K in keyof T]: T[K] extends readonly [string, infer S extends z.ZodType]
    ? z.output<S>
    : ValuesOf<T[K]>
}

/** Reads each setting from its variable, and adds what is missing or wrong to `problems`. */
export const readSettings = <T extends Settings>(
  settings: T,
  given: Given,
  problems: Problem[],
): ValuesOf<T> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      if (!isSetting(setting)) return [name, readSettings(setting, given, problems)]
      const [variable, schema] = setting
      const { data, error } = schema.safeParse(given[variable])
      const message = given[variable] === undefined ? 'is not set' : error?.issues[0]?.message
      if (error) problems.push([variable, message ?? "isn't valid"])
      return [name, data]
    }),
  ) as ValuesOf<T>

const isSetting = (value: Setting | Settings): value is Setting => Array.isArray(value)

/** Normalized, without a trailing slash. */
export const address = z
  .url({ protocol: /^https?$/, normalize: true })
  .transform((url) => url.replace(/\/$/, ''))

/** Entries of a comma-separated list. */
export const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) => entriesOf(text.toLowerCase()))

export const emailList = list('').superRefine((entries, context) => {
  for (const entry of entries.filter((each) => !isPlainEmail(each)))
    context.addIssue({ code: 'custom', message: `"${entry}" is not a plain email address` })
})

const isTool = (name: string): name is Tool => TOOLS.some((tool) => tool === name)

/** `none` is for a domain where each person gets tools individually. */
export const toolList = list('approve_invoice').transform((names, context) => {
  if (names.join() === 'none') return []
  const unknown = names.filter((name) => !isTool(name))
  if (unknown.length > 0) {
    const message = `has unknown tools: ${unknown.join(', ')}. Choose from ${TOOLS.join(', ')}, or none`
    context.addIssue({ code: 'custom', message })
  }
  return TOOLS.filter((tool) => names.includes(tool))
})

export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u,
    'must be one domain name, such as your-business.com',
  )

export const plainEmail = z.string().trim().refine(isPlainEmail, 'must be a plain email address')

/** Accepts `Name <address>` and uses the address. */
export const sender = z
  .string()
  .transform((text) => (/^[^<>]*<([^<>]*)>$/.exec(text.trim())?.[1] ?? text).trim())
  .refine(isPlainEmail, 'must be an email address, or a name followed by the address in <>')
