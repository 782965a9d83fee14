// The settings that name people and what they may use.
import { isPlainEmail } from '@invoice-desk/contract/email'
import { TOOLS, type Tool } from '@invoice-desk/contract/tools'
import { z } from 'zod'
import { entriesOf } from './comma-list.ts'

const list = (unlessSet: string) =>
  z
    .string()
    .default(unlessSet)
    .transform((text) => entriesOf(text.toLowerCase()))

export const emailList = list('').superRefine((entries, context) => {
  for (const entry of entries.filter((each) => !isPlainEmail(each)))
    context.addIssue({ code: 'custom', message: `"${entry}" is not a plain email address` })
})

const isTool = (name: string): name is Tool => TOOLS.some((tool) => tool === name)

/** `none` alone is for a domain whose people get their tools one by one. */
export const toolList = list('approve_invoice').transform((names, context) => {
  if (names.join() === 'none') return []
  const unknown = names.filter((name) => !isTool(name))
  if (unknown.length > 0) {
    const message = `there is no tool ${unknown.join(', ')}; choose from ${TOOLS.join(', ')}, or none`
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

/** `Name <address>` is how mail programs show a sender; only the address counts here. */
export const sender = z
  .string()
  .transform((text) => (/^[^<>]*<([^<>]*)>$/.exec(text.trim())?.[1] ?? text).trim())
  .refine(isPlainEmail, 'must be an email address, or a name and then the address in <>')
