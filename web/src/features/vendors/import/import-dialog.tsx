// Maps vendors that are already in QuickBooks: choose them, then one account for their bills. An error keeps the choice.

import { VENDOR_IMPORT_MAX } from '@invoice-desk/contract/values/limits'
import {
  type ImportableVendor,
  importVendors,
  listImportableVendors,
} from '@invoice-desk/contract/vendors/vendor-import'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { type CallInput, call } from '../../../shared/api/api.ts'
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts'
import { counted } from '../../../shared/text/count-text.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { DraftNotice } from '../../../shared/ui/form/draft-notice.tsx'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { VENDORS } from '../api.ts'
import { IMPORT_DRAFT } from '../drafts.ts'
import { BillAccountSelect } from '../form/bill-account-select.tsx'
import classes from './import.module.css'
import { VendorChoices } from './vendor-choices.tsx'

type ImportDialogProps = { readonly onClose: () => void }

export const ImportDialog = ({ onClose }: ImportDialogProps) => {
  const importable = useQuery(importableQuery)
  const run = useMutation(importMutation(useQueryClient()))
  const [outcome, setOutcome] = useState<ImportOutcome>()
  // People see what the import did, so it stays open until then.
  const close = () => {
    if (!run.isPending) onClose()
  }
  const done = (result: ImportOutcome) => {
    if (result.skipped.length > 0) return setOutcome(result)
    showToast('success', outcomeText(result))
    onClose()
  }
  return (
    <Dialog
      title="Import from QuickBooks"
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={!run.isPending}
      onClose={close}
    >
      {outcome ? (
        <ImportResult outcome={outcome} onClose={onClose} />
      ) : (
        <Loaded query={importable} waiting={<TableSkeleton label="Loading vendors..." />}>
          {({ vendors, withoutEmail }) =>
            vendors.length === 0 ? (
              <EmptyState title="No vendors to import.">
                <p>
                  Each vendor with one email in QuickBooks is mapped, or its email belongs to
                  another vendor.
                </p>
                <WithoutEmail count={withoutEmail} />
              </EmptyState>
            ) : (
              <ImportForm {...{ vendors, withoutEmail, run, onClose }} onDone={done} />
            )
          }
        </Loaded>
      )}
    </Dialog>
  )
}

const WithoutEmail = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Text c="dimmed" fz="sm">
      {counted(count, 'vendor')} {count === 1 ? "isn't" : "aren't"} listed, because QuickBooks has
      no email for {count === 1 ? 'it' : 'them'}, or more than one.
    </Text>
  )

type ImportFormProps = ImportDialogProps & {
  readonly vendors: readonly ImportableVendor[]
  readonly withoutEmail: number
  readonly run: UseMutationResult<ImportOutcome, Error, ImportRequest>
  readonly onDone: (outcome: ImportOutcome) => void
}

const ImportForm = ({ vendors, withoutEmail, run, onDone, onClose }: ImportFormProps) => {
  const form = useForm<{ vendorIds: string[]; qbBillAccount: string; invite: boolean }>({
    initialValues: { vendorIds: [], qbBillAccount: '', invite: false },
  })
  const draft = useFormDraft(IMPORT_DRAFT, form)
  const listed = new Set(vendors.map(({ id }) => id))
  // Some vendors of the draft may have been mapped since then.
  const chosen = new Set(form.values.vendorIds.filter((id) => listed.has(id)))
  const isTooMany = chosen.size > VENDOR_IMPORT_MAX
  const submit = () => run.mutate({ ...form.values, vendorIds: [...chosen] }, { onSuccess: onDone })
  return (
    <Stack gap="md">
      <p>We map each vendor to its email in QuickBooks, so it can submit invoices.</p>
      <DraftNotice draft={draft} />
      <VendorChoices
        vendors={vendors}
        chosen={chosen}
        onChoose={(ids) => form.setFieldValue('vendorIds', [...ids])}
      />
      <WithoutEmail count={withoutEmail} />
      <BillAccountSelect
        label="Bill account for all of them"
        {...form.getInputProps('qbBillAccount')}
      />
      <Checkbox
        label="Also ask them for their details (legal name, address and tax ID)"
        description="We'll email each of them a link to a form. You review what they send."
        {...form.getInputProps('invite', { type: 'checkbox' })}
      />
      {run.error ? <Problem error={run.error} /> : null}
      {isTooMany ? (
        <Text role="alert" c="var(--mantine-color-error)">
          You can import up to {VENDOR_IMPORT_MAX} vendors at a time.
        </Text>
      ) : null}
      <FormButtons
        type="button"
        disabled={chosen.size === 0 || isTooMany}
        isBusy={run.isPending}
        announced="Importing..."
        onClick={submit}
        isLocked={run.isPending}
        onCancel={onClose}
      >
        {chosen.size === 0 ? 'Import vendors' : `Import ${counted(chosen.size, 'vendor')}`}
      </FormButtons>
    </Stack>
  )
}

/** What an import did, with the vendors that it skipped. */
const outcomeText = ({ added, invited }: ImportOutcome): string => {
  const imported = `${counted(added, 'vendor')} imported.`
  if (invited === 0) return imported
  return `${imported} ${invited} ${invited === 1 ? 'invitation' : 'invitations'} sent.`
}

type ImportResultProps = { readonly outcome: ImportOutcome; readonly onClose: () => void }

const ImportResult = ({ outcome, onClose }: ImportResultProps) => (
  <Stack gap="md">
    <p role="alert">
      {outcomeText(outcome)} {counted(outcome.skipped.length, 'vendor')} skipped:
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls needs focus for the keyboard */}
    <section className={`boxed ${classes.list}`} aria-label="Skipped vendors" tabIndex={0}>
      <ul className="rows">
        {outcome.skipped.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="padded">
            <Text fw={600}>{name}</Text>
            <Text c="dimmed" fz="sm">
              {reason}
            </Text>
          </li>
        ))}
      </ul>
    </section>
    <Group justify="flex-end">
      <Button autoFocus onClick={onClose}>
        Close
      </Button>
    </Group>
  </Stack>
)

/** Read again at each opening. */
const importableQuery = queryOptions({
  // Not below the others: after an error, people still choose from the same list.
  queryKey: ['importable-vendors'],
  queryFn: ({ signal }) => call(listImportableVendors, { signal }),
  // The server has already retried.
  retry: false,
  gcTime: 0,
  // The list doesn't change while people choose.
  refetchOnWindowFocus: false,
})

export type ImportOutcome = Awaited<ReturnType<typeof call<typeof importVendors>>>

export type ImportRequest = CallInput<typeof importVendors, 'body'>

/** The mappings, the invitations and the totals change. */
const importMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: ImportRequest) => call(importVendors, { body }),
    // Without an answer, it may have worked.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: VENDORS })
    },
  })
