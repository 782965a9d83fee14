// The files of a bill: checked right away, listed, and sent with their upload progress.
import { FILE_EXTENSIONS } from '@invoice-desk/contract/values/limits'
import { Progress as Bar, Button, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { uploadStep } from '../../../../shared/api/upload.ts'
import { useAnnouncement } from '../../../../shared/ui/feedback/announcements.tsx'
import { FileZone } from '../../../../shared/ui/form/file-zone.tsx'
import { IconCamera } from '../../../../shared/ui/icons.ts'
import type { BillFields } from '../invoice-fields.ts'
import { markedFields, summaryOf } from '../reading/offers.ts'
import type { Reading } from '../reading/use-reading.ts'
import type { Progress } from '../use-submit-invoice.ts'
import { countText, photosIn } from './bill-files.ts'
import classes from './file-field.module.css'
import { FileList } from './file-list.tsx'
import type { BillFiles } from './use-bill-files.ts'

type FileFieldProps = {
  readonly form: BillFields
  readonly billFiles: BillFiles
  readonly progress: Progress
  readonly reading: Reading | undefined
}

export const FileField = ({ form, billFiles, progress, reading }: FileFieldProps) => {
  const { isBusy, share } = progress
  const { files } = form.values
  const hasFiles = files.length > 0
  useAnnouncement(hasFiles && share !== undefined ? (uploadStep(share) ?? UPLOADED) : undefined)
  const status = isBusy
    ? undefined
    : billFiles.isPreparing
      ? 'Preparing your photo...'
      : reading && readingText(reading)
  return (
    <Stack gap="sm" className={classes.field} data-empty={!hasFiles || undefined}>
      <FileZone
        label="Invoice File"
        hint={hasFiles ? HINT : `${HINT} Optional. If it’s a PDF, we fill in the form for you.`}
        prompt={hasFiles ? 'Add more files' : undefined}
        accept={ACCEPTED}
        multiple
        error={form.errors.files}
        disabled={isBusy}
        data-path="files"
        onChoose={billFiles.add}
      />
      <CameraButton
        hasPhotos={photosIn(files).length > 0}
        disabled={isBusy}
        onTake={billFiles.addPhotos}
      />
      {hasFiles ? <FileList files={files} isBusy={isBusy} billFiles={billFiles} /> : null}
      {share !== undefined && hasFiles ? (
        <div>
          <Bar aria-label="Upload" value={share * 100} size="sm" mb={4} />
          <Text c="var(--muted)" fz="var(--font-small)">
            {share < 1 ? `Uploading... ${Math.floor(share * 100)}%` : UPLOADED}
          </Text>
        </div>
      ) : files.length > 1 ? (
        <Text c="var(--muted)" fz="var(--font-small)">
          {countText(files)}
        </Text>
      ) : null}
      {/* Always there, because screen readers skip text that arrives together with its region. */}
      <p role="status" className={`compact muted anywhere ${classes.status}`}>
        {status}
      </p>
    </Stack>
  )
}

/** We convert HEIC photos, so only the specified types are sent. */
const ACCEPTED = [...FILE_EXTENSIONS, '.heic', '.heif'].join(',')
const HINT = 'PDF, PNG or JPEG, less than 10 MB.'
const UPLOADED = 'Uploaded. Waiting for confirmation...'

const readingText = ({ state, found, offers }: Reading): string => {
  if (state === 'reading') return 'Reading your file...'
  if (state === 'unreadable') return "We couldn't read this file. Please fill in the fields."
  const summary = summaryOf(found)
  const isMarked = markedFields(offers).length > 0
  return [summary && `${summary}.`, isMarked && 'Please check what we filled in.']
    .filter(Boolean)
    .join(' ')
}

type CameraButtonProps = {
  readonly hasPhotos: boolean
  readonly disabled: boolean
  readonly onTake: (photos: readonly File[]) => void
}

/** Takes a photo of an invoice, or of its next page. */
const CameraButton = ({ hasPhotos, disabled, onTake }: CameraButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        className={classes.camera}
        variant="default"
        disabled={disabled}
        leftSection={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {hasPhotos ? 'Add a photo' : 'Take a photo'}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        data-camera
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onTake([...currentTarget.files])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
