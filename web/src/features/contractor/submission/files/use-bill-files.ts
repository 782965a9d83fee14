// Adds and removes the files of a bill. Photos are prepared first; each selection waits for the one before it.
import { useEffect, useRef, useState } from 'react'
import type { BillFields } from '../invoice-fields.ts'
import { isPhoto, joinPages, preparePage, preparePhoto } from '../photos/prepare-photo.ts'
import type { BillFile, Page } from './bill-file.ts'
import { addFiles, addPhotos, newFile, photosIn, putFirst, removeFile } from './bill-files.ts'

const NOT_OPENED = "We couldn't open this photo. Please choose another one."

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

  /** Adds each as a file of its own. `problems` are those of files that were chosen together with these. */
  const finish = (files: readonly File[], problems: readonly string[] = []) => {
    const added = addFiles(
      current(),
      files.map((file) => newFile(file)),
    )
    set(added.files, [...problems, ...added.problems])
  }
  /** Returns what is wrong with them. */
  const setPages = (pages: readonly Page[]): readonly string[] => {
    const joined = joinPages(pages)
    if (!joined) return []
    const { files, problems } = addPhotos(current(), newFile(joined, pages))
    set(files)
    return problems
  }
  /** `pages` become one document. */
  const addAll = async (pages: readonly File[], others: readonly File[], signal: AbortSignal) => {
    const photos = await prepare(pages, (file) => preparePage(file, signal))
    const files = await prepare(others, async (file) =>
      isPhoto(file) ? preparePhoto(file, signal) : file,
    )
    if (signal.aborted) return
    // Some may have been removed since.
    const added = photos.ready.length > 0 ? setPages([...photosIn(current()), ...photos.ready]) : []
    finish(files.ready, [...photos.problems, ...added, ...files.problems])
  }
  const later = (pages: readonly File[], others: readonly File[]) => {
    const { signal } = closing.current
    setWaiting((count) => count + 1)
    queue.current = queue.current
      .then(() => (signal.aborted ? undefined : addAll(pages, others, signal)))
      .catch(() => set(current(), [NOT_OPENED]))
      .finally(() => setWaiting((count) => count - 1))
  }
  return {
    isPreparing: waiting > 0,
    add: (files: readonly File[]) => {
      const photos = files.filter(isPhoto)
      if (waiting === 0 && photos.length === 0) return finish(files)
      // Several photos that are chosen together are pages too. A single one may be a receipt.
      const pages = photos.length > 1 ? photos : []
      return later(
        pages,
        files.filter((file) => !pages.includes(file)),
      )
    },
    /** Photos from the camera are pages of one document. */
    addPhotos: (taken: readonly File[]) => later(taken, []),
    removePhoto: ({ jpeg }: Page) => {
      setPages(photosIn(current()).filter((page) => page.jpeg !== jpeg))
      focus()
    },
    remove: (file: BillFile) => {
      set(removeFile(current(), file))
      focus()
    },
    putFirst: (file: BillFile) => {
      set(putFirst(current(), file))
      focus()
    },
    /** Drops what is still being prepared. */
    stop: () => {
      closing.current.abort()
      closing.current = new AbortController()
    },
  }
}

/** One at a time, because each may take a lot of memory. */
const prepare = async <Ready>(
  chosen: readonly File[],
  open: (file: File) => Promise<Ready>,
): Promise<{ ready: readonly Ready[]; problems: readonly string[] }> => {
  const ready: Ready[] = []
  const problems: string[] = []
  for (const file of chosen) {
    try {
      ready.push(await open(file))
    } catch {
      problems.push(chosen.length > 1 ? `${file.name}: ${NOT_OPENED}` : NOT_OPENED)
    }
  }
  return { ready, problems }
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
