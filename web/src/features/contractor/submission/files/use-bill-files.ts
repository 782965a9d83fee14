// Adds and removes the files of a bill. Photos are prepared first; everything stays in the order in which it was added.
import { useEffect, useRef, useState } from 'react'
import type { BillFields } from '../invoice-fields.ts'
import { isPhoto, joinPhotos, preparePhoto } from '../photos/prepare-photo.ts'
import type { BillFile } from './bill-file.ts'
import { addFiles, addPhotos, newFile, photosIn, putFirst, removeFile } from './bill-files.ts'

const NOT_OPENED = "We couldn't open this photo. Please choose another one."

type Prepared = { readonly files: readonly File[]; readonly problems: readonly string[] }

export const useBillFiles = (form: BillFields) => {
  const [waiting, setWaiting] = useState(0)
  const queue = useRef(Promise.resolve())
  const closing = useClosing()

  const current = () => form.getValues().files
  const set = (files: readonly BillFile[], problems: readonly string[] = []) => {
    form.setFieldValue('files', files)
    form.setFieldError('files', problems.join('\n') || null)
  }
  const focus = () => form.getInputNode('files')?.focus()

  /** One at a time, because each may take a lot of memory. */
  const prepare = async (chosen: readonly File[], isPage: boolean): Promise<Prepared> => {
    const files: File[] = []
    const problems: string[] = []
    for (const file of chosen) {
      try {
        const isReady = !isPage && !isPhoto(file)
        files.push(isReady ? file : await preparePhoto(file, isPage, closing.current.signal))
      } catch {
        problems.push(chosen.length > 1 ? `${file.name}: ${NOT_OPENED}` : NOT_OPENED)
      }
    }
    return { files, problems }
  }
  const finish = ({ files, problems }: Prepared) => {
    const added = addFiles(
      current(),
      files.map((file) => newFile(file)),
    )
    set(added.files, [...problems, ...added.problems])
  }
  const later = (work: () => Promise<void>) => {
    setWaiting((count) => count + 1)
    queue.current = queue.current
      .then(() => (closing.current.signal.aborted ? undefined : work()))
      .catch(() => {})
      .finally(() => setWaiting((count) => count - 1))
  }
  return {
    isPreparing: waiting > 0,
    add: (files: readonly File[]) => {
      if (waiting === 0 && !files.some(isPhoto)) return finish({ files, problems: [] })
      return later(async () => {
        const prepared = await prepare(files, false)
        if (!closing.current.signal.aborted) finish(prepared)
      })
    },
    /** Photos from the camera are pages of one document. */
    addPhotos: (taken: readonly File[]) =>
      later(async () => {
        const { files, problems } = await prepare(taken, true)
        const photos = [...photosIn(current()), ...files]
        const joined = await joinPhotos(photos)
        if (closing.current.signal.aborted) return
        if (!joined || files.length === 0) return set(current(), problems)
        const added = addPhotos(current(), newFile(joined, photos))
        set(added.files, [...problems, ...added.problems])
      }),
    removePhoto: (page: number) =>
      later(async () => {
        const photos = photosIn(current()).filter((_, each) => each !== page)
        const joined = await joinPhotos(photos)
        if (joined) set(addPhotos(current(), newFile(joined, photos)).files)
        focus()
      }),
    remove: (index: number) => {
      set(removeFile(current(), index))
      focus()
    },
    putFirst: (index: number) => {
      set(putFirst(current(), index))
      focus()
    },
  }
}

export type BillFiles = ReturnType<typeof useBillFiles>

/** Aborted once the form has closed. */
const useClosing = () => {
  const closing = useRef(new AbortController())
  useEffect(() => {
    if (closing.current.signal.aborted) closing.current = new AbortController()
    return () => closing.current.abort()
  }, [])
  return closing
}
