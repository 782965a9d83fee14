// The form of a record: its input is a draft until it's saved, and a newer version of the record isn't replaced unseen.
import { type UseFormInput, useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type DraftOptions, useFormDraft } from '../../drafts/use-form-draft.ts'
import { focusFirst } from './field-problems.ts'

type RecordFormOptions<T extends Record<string, unknown>> = Omit<DraftOptions, 'version'> &
  Pick<UseFormInput<T>, 'validate' | 'validateInputOnBlur'> & {
    /** The name of the draft. */
    readonly name: string
    /** Undefined for a new record. */
    readonly version: number | undefined
    readonly values: T
    readonly save: {
      readonly error: Error | null
      readonly isPending: boolean
      readonly reset: () => void
    }
    /** The field that a server error is about; undefined if it's about the whole form. */
    readonly fieldOf: (error: unknown) => string | undefined
    /** The text of a server error about a field. */
    readonly textOf?: (error: ApiError, fields: T) => string
  }

export const useRecordForm = <T extends Record<string, unknown>>(options: RecordFormOptions<T>) => {
  const { name, values, version: latest, secrets = [], save, fieldOf, ...others } = options
  const { textOf = ({ message }) => message, ...input } = others
  // What the person saw. Saving again after a conflict replaces the newer version.
  const [seen, setSeen] = useState(latest)
  const isConflict = save.error instanceof ApiError && save.error.is('changed_meanwhile')
  const version = isConflict ? latest : seen
  const form = useForm<T>({ initialValues: values, ...input })
  const draft = useFormDraft(name, form, { version, secrets })
  return {
    form,
    draft,
    version,
    isConflict,
    /** The error that is about the whole form. */
    error: fieldOf(save.error) ? null : save.error,
    submit: (send: (fields: T) => void) =>
      form.onSubmit(
        (fields) => {
          if (!save.isPending) send(fields)
        },
        (problems) => focusFirst(form, Object.keys(problems)),
      ),
    /** Shows a server error at its field. */
    showRefusal: (error: Error) => {
      const field = fieldOf(error)
      if (!field || !(error instanceof ApiError)) return
      form.setFieldError(field, textOf(error, form.getValues()))
      focusFirst(form, [field])
    },
    setSeen,
    loadSaved: () => {
      form.setValues(values)
      setSeen(latest)
      save.reset()
    },
  }
}
