// What the first bytes of an image say.
import { rotatedJpeg, sampleHeic, samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { expect, it } from 'vitest'
import { readHeader } from './image-header.ts'

const read = (bytes: Uint8Array) => readHeader(new Uint8Array(bytes))

it('reads the size of PNG, JPEG and HEIC images, and whether they are upright', () => {
  expect(read(samplePng)).toEqual({ type: 'png', width: 1, height: 1, isUpright: true })
  const jpeg = { type: 'jpeg', width: 48, height: 32 }
  expect(read(rotatedJpeg)).toEqual({ ...jpeg, isUpright: false })
  // Without the rotation, and in the other byte order.
  const upright = Buffer.from(rotatedJpeg)
  upright[upright.indexOf('Exif') + 25] = 1
  expect(read(upright)).toEqual({ ...jpeg, isUpright: true })
  // A decoder may need the pixels of the largest picture in it, which is a tile here.
  expect(read(sampleHeic)).toMatchObject({ type: 'heic', width: 64, height: 64 })
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a PDF', Buffer.from('%PDF-1.7 and more')],
  ['half a header', rotatedJpeg.subarray(0, 30)],
  ['half a PNG', samplePng.subarray(0, 20)],
  ['a JPEG without a size', Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 2, 0, 0])],
])('finds no image in %s', (_, bytes) => {
  expect(read(bytes)).toBeUndefined()
})
