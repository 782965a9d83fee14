// The vendor's name, checked against QuickBooks when it is left.
import { Button, TextInput } from '@mantine/core'
import type { Check } from './use-vendor-check.ts'
import type { useVendorForm } from './use-vendor-form.ts'
import classes from './vendor-form.module.css'

const HINTS = {
  checking: 'Checking QuickBooks...',
  found: 'Vendor found in QuickBooks',
  'not-found': 'No matching vendor found in QuickBooks',
  failed: 'Not checked in QuickBooks.',
} as const satisfies Record<Check['status'], string>

type VendorNameInputProps = { readonly vendorForm: ReturnType<typeof useVendorForm> }

export const VendorNameInput = ({ vendorForm }: VendorNameInputProps) => {
  const { form, check, checkName, run } = vendorForm
  const { onBlur, ...input } = form.getInputProps('vendor')
  const status = check?.name === form.values.vendor.trim() ? check.status : undefined
  return (
    <div>
      <TextInput
        label="Vendor Name"
        required
        autoComplete="off"
        {...input}
        onBlur={(event) => {
          onBlur?.(event)
          checkName()
        }}
      />
      {/* Always there, so that it is read out when it changes and nothing moves under the pointer. */}
      <p className={classes.hint} role="status" data-status={status}>
        {status ? HINTS[status] : ''}
        {status === 'failed' ? (
          <Button variant="subtle" size="compact-xs" onClick={() => void run(form.values.vendor)}>
            Check again
          </Button>
        ) : null}
      </p>
    </div>
  )
}
