// The state of the vendor's form, shared by its parts.
import type { UseFormReturnType } from '@mantine/form'
import type { DetailsFields, FieldPath } from './details-fields.ts'

export type DetailsFormState = UseFormReturnType<DetailsFields>

/** Other fields keep their problems, which `form.setValues` would remove. */
export const setFields = (
  form: DetailsFormState,
  fields: Partial<Pick<DetailsFields, 'classification' | 'taxIdType' | 'taxId'>>,
) => {
  const before = form.getValues()
  const { classification, taxIdType, taxId } = { ...before, ...fields }
  if (classification !== before.classification) form.setFieldValue('classification', classification)
  if (taxIdType !== before.taxIdType) form.setFieldValue('taxIdType', taxIdType)
  if (taxId !== before.taxId) form.setFieldValue('taxId', taxId)
  // What is wrong with it depends on its type.
  checkField(form, 'taxId', taxId)
}

/** An empty field is reported only when the form is submitted. */
export const checkField = (form: DetailsFormState, field: FieldPath, value: string) => {
  if (value) form.validateField(field)
}
