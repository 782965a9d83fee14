// What is wrong with the fields of a form: found by the contract or said by the server. The first one gets focus.
import { describeIssue } from '@invoice-desk/contract/http/issues'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'

/** The form's field for a path in the request; undefined if it has none. */
export type FieldAt<Field extends string = string> = (path: string) => Field | undefined

/** The field at the start of a path: `senders` for `senders.2`. */
export const fieldAmong =
  <Field extends string>(fields: readonly Field[]): FieldAt<Field> =>
  (path) =>
    fields.find((field) => path === field || path.startsWith(`${field}.`))

/** The first problem of each field. */
export const problemsIn = <Field extends string = string>(
  schema: z.ZodType,
  request: unknown,
  fieldAt: FieldAt<Field>,
): Partial<Record<Field, string>> => {
  const problems: Partial<Record<Field, string>> = {}
  const { error } = schema.safeParse(request, { error: describeIssue })
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldAt(path.join('.'))
    if (field) problems[field] ??= message
  }
  return problems
}

/** The field that a server error is about; undefined if it's about the whole form. */
export const refusedField = <Field extends string>(
  error: unknown,
  fieldAt: FieldAt<Field>,
): Field | undefined => (error instanceof ApiError ? fieldAt(error.field ?? '') : undefined)

type Form = Pick<UseFormReturnType<Record<string, unknown>>, 'getInputNode'>

/** Focuses the field that comes first on the page. */
export const focusFirst = (form: Form, fields: readonly string[]) => {
  const [first] = fields
    .flatMap((field) => form.getInputNode(field) ?? [])
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  // Checkboxes are in a group.
  const input = first?.querySelector('input') ?? first
  input?.focus()
}
