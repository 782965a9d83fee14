// Which photos are prepared, and which are sent as they are.
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { rotatedJpeg, samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { expect, it } from 'vitest'
import { isPhoto, joinPages, preparePhoto } from './prepare-photo.ts'

const MB = 1024 * 1024
const fileOf = (name: string, bytes: number, start: Uint8Array = new Uint8Array()) =>
  new File([new Uint8Array(start), new Uint8Array(bytes - start.length)], name)

it.each([
  ['a.png', FILE_BYTES_MAX, true],
  ['a.png', FILE_BYTES_MAX + 1, false],
  ['a.JPEG', FILE_BYTES_MAX + 1, false],
  ['a.HEIC', FILE_BYTES_MAX + 1, true],
  ['a.heic', 0, false],
  ['a.pdf', 1, false],
])('%s of %i bytes is a photo to prepare: %j', (name, bytes, isOne) => {
  expect(isPhoto(fileOf(name, bytes))).toBe(isOne)
})

it('leaves an upright image of up to 3 MB as it is', async () => {
  const { signal } = new AbortController()
  const image = fileOf('a.png', 3 * MB, samplePng)
  expect(await preparePhoto(image, signal)).toBe(image)
  // There are no workers here to paint these.
  const others = [fileOf('a.png', 3 * MB + 1, samplePng), fileOf('a.jpg', MB, rotatedJpeg)]
  for (const each of others) await expect(preparePhoto(each, signal)).rejects.toThrow('Worker')
})

it('joins several pages to a PDF, and keeps a single one', () => {
  const page = { jpeg: fileOf('a.jpg', 1), width: 1, height: 1 }
  expect(joinPages([page])).toBe(page.jpeg)
  expect(joinPages([page, page])?.name).toBe('photos.pdf')
  expect(joinPages([])).toBeUndefined()
})
