// The files of a bill: which one is the invoice, and what can be removed.
import { ActionIcon, Button } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { IconFileText, IconPhoto, IconX } from '../../../../shared/ui/icons.ts'
import { Pill } from '../../../../shared/ui/pill.tsx'
import type { BillFile, Page } from './bill-file.ts'
import { sizeText } from './bill-files.ts'
import classes from './file-list.module.css'
import type { BillFiles } from './use-bill-files.ts'

type FileListProps = {
  readonly files: readonly BillFile[]
  readonly isBusy: boolean
  readonly billFiles: BillFiles
}

export const FileList = ({ files, isBusy, billFiles }: FileListProps) => (
  <ul className="stack gap-2" aria-label="Files">
    {files.map((file, index) => {
      const Icon = /\.pdf$/i.test(file.name) ? IconFileText : IconPhoto
      const photos = (file.kind === 'new' && file.photos) || []
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and rows have no state.
        <li key={`${file.name} ${index}`} className={`line gap-3 top boxed ${classes.item}`}>
          <Icon className="fixed brand-text" size={24} stroke={1.75} aria-hidden="true" />
          <div className="fill anywhere">
            <strong>{file.name}</strong>
            <div className={'row tight quiet'}>
              <Pill tone={index === 0 ? 'info' : 'neutral'}>
                {index === 0 ? 'Invoice' : 'Attachment'}
              </Pill>
              {noteOf(file)}
              {index > 0 && !isBusy ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Use ${file.name} as invoice`}
                  onClick={once(() => billFiles.putFirst(file))}
                >
                  Use as invoice
                </Button>
              ) : null}
            </div>
            {photos.length > 0 && !isBusy ? (
              <Photos photos={photos} onRemove={billFiles.removePhoto} />
            ) : null}
          </div>
          {isBusy ? null : <RemoveButton name={file.name} onClick={() => billFiles.remove(file)} />}
        </li>
      )
    })}
  </ul>
)

type PhotosProps = {
  readonly photos: readonly Page[]
  readonly onRemove: (page: Page) => void
}

/** The photos that became this file. */
const Photos = ({ photos, onRemove }: PhotosProps) => (
  <ul className="wrap mt-2" aria-label="Photos">
    {photos.map((page, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: photos may have the same name.
      <li key={`${page.jpeg.name} ${page.jpeg.size} ${index}`} className="line gap-1">
        <Thumbnail photo={page.jpeg} label={`Photo ${index + 1}`} />
        {photos.length > 1 ? (
          <RemoveButton name={`photo ${index + 1}`} onClick={() => onRemove(page)} />
        ) : null}
      </li>
    ))}
  </ul>
)

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={`Remove ${name}`}
    title="Remove"
    onClick={once(onClick)}
  >
    <IconX size={18} stroke={1.75} aria-hidden="true" />
  </ActionIcon>
)

/** After the first click of a double click, the pointer is on another file. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act()
}

const noteOf = (file: BillFile): string => {
  if (file.kind === 'earlier') return `${sizeText(file.bytes)}, sent earlier`
  const photos = file.photos?.length ?? 0
  return photos > 1 ? `${sizeText(file.bytes)}, ${photos} photos` : sizeText(file.bytes)
}

/** In pixels of the screen, twice as many as in the layout. */
const SIDE = 112

/** A small picture of a photo. A canvas, because the page's policy allows no images from memory. */
const Thumbnail = ({ photo, label }: { photo: File; label: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const draw = (picture: ImageBitmap) => {
      const scale = SIDE / Math.max(picture.width, picture.height)
      const [width, height] = [picture.width * scale, picture.height * scale]
      const place = [(SIDE - width) / 2, (SIDE - height) / 2, width, height] as const
      canvas.current?.getContext('2d')?.drawImage(picture, ...place)
      picture.close()
    }
    // Without it, the photo can still be removed.
    createImageBitmap(photo).then(draw, () => {})
  }, [photo])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className={`sunken ${classes.thumbnail}`}
      width={SIDE}
      height={SIDE}
    />
  )
}
