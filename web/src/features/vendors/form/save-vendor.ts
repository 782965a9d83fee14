// Saving the form: first the vendor in QuickBooks where it is missing, then the mapping.
import { createQboVendor } from '@invoice-desk/contract/accounting'
import { ERRORS } from '@invoice-desk/contract/errors'
import {
  addVendorMapping,
  changeVendorMapping,
  listVendorMappings,
  type VendorMapping,
} from '@invoice-desk/contract/vendors'
import { call, perform } from '../../../shared/api.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { checkVendor, versionOf } from '../api.ts'
import { mappingOf, newVendorOf, type VendorFields } from './vendor-fields.ts'

/** The steps that can fail, with the specification's words for each. */
export const STEP_TEXTS = {
  check: ERRORS.qbo_vendor_check_failed.text,
  create: ERRORS.qbo_vendor_failed.text,
  save: ERRORS.vendor_save_failed.text,
} as const
export type Step = keyof typeof STEP_TEXTS

export class StepFailure extends Error {
  readonly step: Step
  override readonly cause: unknown

  constructor(step: Step, cause: unknown) {
    super(STEP_TEXTS[step])
    this.step = step
    this.cause = cause
  }
}

type Save = {
  readonly fields: VendorFields
  /** The mapping that is changed, as it was last read; absent for a new one. */
  readonly before: VendorMapping | undefined
  /** QuickBooks has no such vendor, as far as is known. */
  readonly isMissing: boolean
  /** An earlier try of this form has created it. */
  readonly wasCreated: boolean
  readonly onCreated: () => void
}

export const saveVendor = async (save: Save): Promise<void> => {
  const { fields, before, isMissing, wasCreated, onCreated } = save
  if (isMissing) {
    // A vendor whose mapping will be refused would only be left over in QuickBooks.
    await during('save', assertFree(fields.email, before))
    // A try whose answer was lost may have created it: asking first keeps it from being created twice.
    const { exists } = await during('check', checkVendor(fields.vendor))
    if (!exists) await during('create', perform(createQboVendor, { body: newVendorOf(fields) }))
    onCreated()
  }
  const body = mappingOf(fields, before, isMissing || wasCreated)
  const saved = before
    ? perform(changeVendorMapping, {
        body: { ...body, id: before.id, ...versionOf(before.version) },
      })
    : perform(addVendorMapping, { body })
  await during('save', saved)
}

const during = <T>(step: Step, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new StepFailure(step, error)
  })

const assertFree = async (email: string, before: VendorMapping | undefined): Promise<void> => {
  const answer = await call(listVendorMappings, { query: { email } })
  const wanted = email.trim().toLowerCase()
  const holder = (Array.isArray(answer) ? answer : answer.vendors).find(
    (mapping) => mapping.email.toLowerCase() === wanted,
  )
  if (!holder || holder.id === before?.id) return
  throw new ApiError(`This e-mail is already mapped to ${holder.vendor}.`, {
    code: 'vendor_mapping_exists',
    status: ERRORS.vendor_mapping_exists.status,
    field: 'email',
  })
}
