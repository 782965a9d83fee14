// Adds and removes the files of a bill. Photos are prepared first; each selection waits for the one before it.
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
  const isClosed = () => closing.current.signal.aborted

  const current = () => form.getValues().files
  const set = (files: readonly BillFile[], problems: readonly string[] = []) => {
    form.setFieldValue('files', files)
    form.setFieldError('files', problems.join('\n') || null)
  }
  const focus = () => form.getInputNode('files')?.focus()

  /** Adds each as a file of its own. `earlier` are problems with files that were chosen together with these. */
  const finish = ({ files, problems }: Prepared, earlier: readonly string[] = []) => {
    const added = addFiles(
      current(),
      files.map((file) => newFile(file)),
    )
    set(added.files, [...earlier, ...problems, ...added.problems])
  }
  /** Adds photos as pages of one document. Returns what is wrong with them. */
  const addPages = async (taken: readonly File[]): Promise<readonly string[]> => {
    const { files, problems } = await prepare(taken, true, closing.current.signal)
    const photos = [...photosIn(current()), ...files]
    const joined = await joinPhotos(photos)
    if (!joined || files.length === 0 || isClosed()) return problems
    const added = addPhotos(current(), newFile(joined, photos))
    set(added.files)
    return [...problems, ...added.problems]
  }
  const addAll = async (pages: readonly File[], others: readonly File[]) => {
    const problems = pages.length > 0 ? await addPages(pages) : []
    const prepared = await prepare(others, false, closing.current.signal)
    if (!isClosed()) finish(prepared, problems)
  }
  const later = (work: () => Promise<void>) => {
    setWaiting((count) => count + 1)
    queue.current = queue.current
      .then(() => (isClosed() ? undefined : work()))
      .catch(() => {})
      .finally(() => setWaiting((count) => count - 1))
  }
  return {
    isPreparing: waiting > 0,
    add: (files: readonly File[]) => {
      const photos = files.filter(isPhoto)
      if (waiting === 0 && photos.length === 0) return finish({ files, problems: [] })
      // Several photos that are chosen together are pages too. A single one may be a receipt.
      const pages = photos.length > 1 ? photos : []
      const others = files.filter((file) => !pages.includes(file))
      return later(() => addAll(pages, others))
    },
    /** Photos from the camera are pages of one document. */
    addPhotos: (taken: readonly File[]) => later(() => addAll(taken, [])),
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

/** One at a time, because each may take a lot of memory. */
const prepare = async (
  chosen: readonly File[],
  isPage: boolean,
  signal: AbortSignal,
): Promise<Prepared> => {
  const files: File[] = []
  const problems: string[] = []
  for (const file of chosen) {
    try {
      const isReady = !isPage && !isPhoto(file)
      files.push(isReady ? file : await preparePhoto(file, isPage, signal))
    } catch {
      problems.push(chosen.length > 1 ? `${file.name}: ${NOT_OPENED}` : NOT_OPENED)
    }
  }
  return { files, problems }
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
