// Parses settings that are addresses or lists, or that name people and their tools.
import { isPlainEmail } from '@invoice-desk/contract/email'
import { TOOLS, type Tool } from '@invoice-desk/contract/tools'
import { z } from 'zod'

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
