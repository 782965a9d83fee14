// Which files a bill can have.
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { expect, it } from 'vitest'
import {
  addFiles,
  addPhotos,
  countText,
  newFile,
  photosIn,
  putFirst,
  removeFile,
} from './bill-files.ts'

const fileOf = (name: string, bytes = 1) => newFile(new File([new Uint8Array(bytes)], name))
const [a, b, c] = [fileOf('a.pdf'), fileOf('b.PNG'), fileOf('c.jpeg')] as const

const pageOf = (jpeg: File) => ({ jpeg, width: 1, height: 1 })

it('adds files after the invoice, and can put another one first or remove it', () => {
  const { files, problems } = addFiles([a], [b, c])
  expect(files).toEqual([a, b, c])
  expect(problems).toEqual([])
  expect(putFirst(files, c)).toEqual([c, a, b])
  const left = removeFile(files, b)
  expect(left).toEqual([a, c])
  expect(removeFile(left, b)).toEqual([a, c])
})

it.each([
  [fileOf('a.pdf', FILE_BYTES_MAX + 1), 'File size must be less than 10MB'],
  [fileOf('a.pdf', 0), 'This file is empty. Choose another one.'],
  [fileOf('a.exe'), "This isn't a PDF, PNG or JPEG file. Choose another one."],
])('refuses $name', (file, text) => {
  expect(addFiles([], [file])).toEqual({ files: [], problems: [text] })
})

it('accepts a file of exactly 10 MB', () => {
  expect(addFiles([], [fileOf('a.pdf', FILE_BYTES_MAX)]).problems).toEqual([])
})

it('adds what it can, and names the files that it cannot add', () => {
  const half = FILE_BYTES_MAX / 2
  const added = [fileOf('b.pdf', half), fileOf('c.pdf', half), fileOf('d.exe'), c]
  const { files, problems } = addFiles([a], added)
  expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.jpeg'])
  expect(problems).toEqual([
    expect.stringMatching('^c.pdf: .*10 ?MB'),
    expect.stringMatching('^d.exe: This isn'),
  ])
})

it('has at most ten files', () => {
  const many = Array.from({ length: 11 }, (_, index) => fileOf(`${index}.pdf`))
  const { files, problems } = addFiles([], many)
  expect(files).toHaveLength(10)
  expect(problems).toEqual(['10.pdf: You can attach at most 10 files.'])
})

it('keeps photos in one file, at its place', () => {
  const [first, second] = [pageOf(c.file), pageOf(b.file)]
  const one = newFile(c.file, [first])
  const two = newFile(a.file, [first, second])
  const { files } = addPhotos(addPhotos([b], one).files, two)
  expect(files).toEqual([b, two])
  expect(photosIn(files)).toEqual([first, second])
  const huge = newFile(fileOf('p.pdf', FILE_BYTES_MAX).file, [])
  expect(addPhotos(files, huge)).toMatchObject({ files, problems: [expect.any(String)] })
})

it('counts files and their size', () => {
  expect(countText([a, b])).toBe('2 files, 1 kB')
  expect(countText([a, fileOf('b.pdf', 1_300_000)])).toBe('2 files, 1.2 MB')
})
