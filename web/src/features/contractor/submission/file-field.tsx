// The file of a new bill: chosen or dropped, checked at once, and with its progress while it is sent.
import { FILE_EXTENSIONS } from '@invoice-desk/contract/limits'
import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import { useAnnouncement } from '../../../shared/ui/announcements.tsx'
import { useDropZone } from '../../../shared/ui/use-drop-zone.ts'
import { uploadStep } from '../../../shared/upload.ts'
import classes from './file-field.module.css'
import { fileTrouble } from './invoice-fields.ts'
import type { BillForm } from './use-bill-form.ts'
import type { Progress } from './use-submit-invoice.ts'

type FileFieldProps = { readonly form: BillForm; readonly progress: Progress }

export const FileField = ({ form, progress }: FileFieldProps) => {
  const { file } = form.fields
  const { error } = form.inputProps('file')
  const input = useRef<HTMLInputElement>(null)
  const isBusy = progress.step !== 'idle'
  const ids = { input: useId(), hint: useId(), error: useId() }

  const take = (chosen: FileList | null) => {
    const [first] = chosen ?? []
    if (!first || isBusy) return
    const trouble = (chosen?.length ?? 0) > 1 ? ONE_FILE : fileTrouble(first)
    form.setField('file', trouble ? undefined : first)
    form.setProblem('file', trouble ?? null)
    // Cleared, so that the same file can be chosen again after it was refused or removed.
    if (input.current) input.current.value = ''
  }
  const remove = () => {
    form.setField('file', undefined)
    input.current?.focus()
  }
  const { isDragging, dropProps } = useDropZone(take)
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={ids.input}>
        Invoice File
      </label>
      <div
        className={classes.zone}
        data-dragging={isDragging || undefined}
        data-invalid={error ? true : undefined}
        {...dropProps}
      >
        <input
          ref={input}
          id={ids.input}
          data-path="file"
          className={classes.input}
          type="file"
          accept={FILE_EXTENSIONS.join(',')}
          disabled={isBusy}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${ids.hint} ${ids.error}` : ids.hint}
          onChange={({ currentTarget }) => take(currentTarget.files)}
        />
        {file ? (
          <Chosen file={file} progress={progress} onRemove={remove} hintId={ids.hint} />
        ) : (
          <p className={classes.offer}>
            <span className={classes.choose}>Choose a file</span> or drop it here
            <span id={ids.hint} className={classes.hint}>
              PDF, PNG or JPEG, less than 10 MB. Optional.
            </span>
          </p>
        )}
      </div>
      {error ? (
        <p id={ids.error} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}

const ONE_FILE = 'Please choose one file only.'

type ChosenProps = {
  readonly file: File
  readonly progress: Progress
  readonly onRemove: () => void
  readonly hintId: string
}

const Chosen = ({ file, progress, onRemove, hintId }: ChosenProps) => {
  useAnnouncement(
    progress.step === 'sending' ? (uploadStep(progress.share) ?? UPLOADED) : undefined,
  )
  return (
    <div className={classes.chosen}>
      <div className={classes.about} id={hintId}>
        <strong className={classes.name}>{file.name}</strong>
        <span className={classes.hint}>{stateOf(file, progress)}</span>
      </div>
      {progress.step === 'idle' ? (
        <Button variant="default" size="xs" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
      ) : null}
      {progress.step === 'sending' ? (
        <progress className={classes.bar} aria-label="Upload" value={progress.share} max={1} />
      ) : null}
    </div>
  )
}

const UPLOADED = 'Uploaded. Waiting for confirmation...'

const stateOf = (file: File, progress: Progress): string => {
  if (progress.step !== 'sending') return sizeOf(file.size)
  const percent = Math.floor(progress.share * 100)
  return percent < 100 ? `Uploading... ${percent}%` : UPLOADED
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
