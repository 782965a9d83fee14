// The file of a new bill: chosen or dropped, checked right away, with its upload progress.
import { FILE_EXTENSIONS } from '@invoice-desk/contract/limits'
import { Progress as Bar, Button, Group, Input, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId, useRef } from 'react'
import { useAnnouncement } from '../../../shared/ui/announcements.tsx'
import { useDropZone } from '../../../shared/ui/use-drop-zone.ts'
import { uploadStep } from '../../../shared/upload.ts'
import classes from './file-field.module.css'
import { fileTrouble, type InvoiceFields } from './invoice-fields.ts'
import type { Progress } from './use-submit-invoice.ts'

export type BillForm = UseFormReturnType<InvoiceFields>

type FileFieldProps = { readonly form: BillForm; readonly progress: Progress }

export const FileField = ({ form, progress }: FileFieldProps) => {
  const { file } = form.values
  const { file: error } = form.errors
  const input = useRef<HTMLInputElement>(null)
  const isBusy = progress.step !== 'idle'
  const id = useId()
  const hintId = `${id}-hint`

  const take = (chosen: FileList | null) => {
    const [first] = chosen ?? []
    if (!first || isBusy) return
    const problem = (chosen?.length ?? 0) > 1 ? 'Please choose only one file.' : fileTrouble(first)
    form.setFieldValue('file', problem ? undefined : first)
    form.setFieldError('file', problem ?? null)
    // Cleared so that the same file can be chosen again after an error or removal.
    if (input.current) input.current.value = ''
  }
  const remove = () => {
    form.setFieldValue('file', undefined)
    input.current?.focus()
  }
  const { isDragging, dropProps } = useDropZone(take)
  return (
    <Input.Wrapper
      id={id}
      label="Invoice File"
      size="md"
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div
        className={classes.zone}
        data-dragging={isDragging || undefined}
        data-invalid={error ? true : undefined}
        {...dropProps}
      >
        <input
          ref={input}
          id={id}
          data-path="file"
          className={classes.input}
          type="file"
          accept={FILE_EXTENSIONS.join(',')}
          disabled={isBusy}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${hintId} ${id}-error` : hintId}
          onChange={({ currentTarget }) => take(currentTarget.files)}
        />
        {file ? (
          <Chosen file={file} progress={progress} onRemove={remove} hintId={hintId} />
        ) : (
          <Text ta="center">
            <span className={classes.choose}>Choose a file</span> or drop it here
            <Text span display="block" id={hintId} c="var(--ink-soft)" fz="sm">
              PDF, PNG or JPEG, less than 10 MB. Optional.
            </Text>
          </Text>
        )}
      </div>
    </Input.Wrapper>
  )
}

type ChosenProps = {
  readonly file: File
  readonly progress: Progress
  readonly onRemove: () => void
  readonly hintId: string
}

const Chosen = ({ file, progress, onRemove, hintId }: ChosenProps) => {
  const isSending = progress.step === 'sending'
  useAnnouncement(isSending ? (uploadStep(progress.share) ?? UPLOADED) : undefined)
  return (
    <Group justify="space-between" wrap="nowrap">
      <div id={hintId} style={{ overflowWrap: 'anywhere' }}>
        <strong>{file.name}</strong>
        <Text c="var(--ink-soft)" fz="sm">
          {isSending ? uploadText(progress.share) : sizeOf(file.size)}
        </Text>
      </div>
      {progress.step === 'idle' ? (
        <Button
          variant="default"
          size="xs"
          className={classes.remove}
          aria-label={`Remove ${file.name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      ) : null}
      {isSending ? (
        <Bar className={classes.bar} aria-label="Upload" value={progress.share * 100} size="sm" />
      ) : null}
    </Group>
  )
}

const UPLOADED = 'Uploaded. Waiting for confirmation...'

const uploadText = (share: number): string =>
  share < 1 ? `Uploading... ${Math.floor(share * 100)}%` : UPLOADED

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
