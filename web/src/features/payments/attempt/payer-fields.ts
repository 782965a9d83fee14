// Who pays: the fields of the form, what is wrong with them, and how card and wallet want to hear it.
import { email as emailShape } from '@invoice-desk/contract/email'
import { describeIssue } from '@invoice-desk/contract/issues'
import { NAME_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { line } from '@invoice-desk/contract/text'

export type PayerFields = {
  readonly companyName: string
  readonly payerName: string
  readonly email: string
  readonly consent: boolean
}
export type PayerProblems = Partial<Record<keyof PayerFields, string>>

export const NO_PAYER: PayerFields = { companyName: '', payerName: '', email: '', consent: false }

const SHAPES = {
  companyName: line(NAME_LENGTH_MAX),
  payerName: line(NAME_LENGTH_MAX),
  email: emailShape,
} as const

/** In the order they stand in the form, so that the first one with a problem gets the focus. */
export const TEXT_FIELDS = ['companyName', 'payerName', 'email'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/** The first complaint about each text; empty when all is well. */
export const problemsOf = (fields: PayerFields): PayerProblems => {
  const problems: PayerProblems = {}
  for (const name of TEXT_FIELDS) {
    const { error } = SHAPES[name].safeParse(fields[name], { error: describeIssue })
    if (error?.issues[0]) {
      problems[name] = fields[name].trim() === '' ? 'This is required.' : error.issues[0].message
    }
  }
  return problems
}

/** The same, and what only the card asks for. */
export const cardProblemsOf = (fields: PayerFields): PayerProblems => ({
  ...problemsOf(fields),
  ...(fields.consent ? {} : { consent: 'Please authorize this payment to continue.' }),
})

export const isPayerReady = (fields: PayerFields): boolean =>
  Object.keys(problemsOf(fields)).length === 0

/** Without the spaces around it, and the e-mail in lower case. */
export const tidyPayer = ({ companyName, payerName, email }: PayerFields) => ({
  companyName: companyName.trim(),
  payerName: payerName.trim(),
  email: email.trim().toLowerCase(),
})

/** The first word, and the rest or a space. */
export const splitName = (name: string): { given_name: string; surname: string } => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { given_name: first, surname: rest.join(' ') || ' ' }
}
