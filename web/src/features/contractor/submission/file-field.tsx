// The file of a bill: checked right away, with its upload progress. A correction keeps the earlier file until it's replaced.
import { FILE_EXTENSIONS } from '@invoice-desk/contract/limits'
import { Progress as Bar, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useAnnouncement } from '../../../shared/ui/announcements.tsx'
import { FileZone } from '../../../shared/ui/file-zone.tsx'
import { uploadStep } from '../../../shared/upload.ts'
import type { FormTarget } from './form-target.ts'
import { invoiceFileProblem } from './invoice-checks.ts'
import type { InvoiceFields } from './invoice-fields.ts'
import type { Progress } from './use-submit-invoice.ts'

export type BillFields = UseFormReturnType<InvoiceFields>

type FileFieldProps = {
  readonly form: BillFields
  readonly progress: Progress
  readonly target: FormTarget
  /** The earlier file is loading. */
  readonly isLoading: boolean
}

export const FileField = ({ form, progress, target, isLoading }: FileFieldProps) => {
  const { isBusy, share } = progress
  const { file } = form.values
  const kept = target.kind === 'correction' && !file ? target.bill.files[0]?.name : undefined
  const chosen = file
    ? { name: file.name, note: uploadText(share) ?? sizeOf(file.size) }
    : kept
      ? { name: kept, note: 'The file you sent earlier. We keep it.' }
      : undefined
  useAnnouncement(file && share !== undefined ? (uploadStep(share) ?? UPLOADED) : undefined)

  const take = ([first, ...others]: readonly File[]) => {
    const problem =
      others.length > 0 ? 'Please choose only one file.' : first && invoiceFileProblem(first)
    form.setFieldValue('file', problem ? undefined : first)
    form.setFieldError('file', problem ?? null)
  }
  const remove = () => {
    form.setFieldValue('file', undefined)
    form.getInputNode('file')?.focus()
  }
  return (
    <FileZone
      label="Invoice File"
      hint={
        isLoading
          ? 'Loading the file you sent earlier...'
          : 'PDF, PNG or JPEG, less than 10 MB. Optional.'
      }
      accept={FILE_EXTENSIONS.join(',')}
      chosen={chosen}
      error={form.errors.file}
      disabled={isBusy}
      data-path="file"
      onChoose={take}
    >
      {kept && !isBusy ? (
        <Button
          variant="default"
          aria-label={`Replace ${kept}`}
          onClick={() => form.getInputNode('file')?.click()}
        >
          Replace
        </Button>
      ) : null}
      {file && !isBusy ? (
        <Button variant="default" aria-label={`Remove ${file.name}`} onClick={remove}>
          Remove
        </Button>
      ) : null}
      {share === undefined ? null : (
        <Bar aria-label="Upload" value={share * 100} size="sm" pos="absolute" inset="auto 0 0" />
      )}
    </FileZone>
  )
}

const UPLOADED = 'Uploaded. Waiting for confirmation...'

/** Undefined before the upload. */
const uploadText = (share: number | undefined): string | undefined => {
  if (share === undefined) return undefined
  return share < 1 ? `Uploading... ${Math.floor(share * 100)}%` : UPLOADED
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
