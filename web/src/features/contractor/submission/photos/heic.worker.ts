// Turns a HEIC photo into a JPEG, for browsers that can't decode HEIC.
import libheif from 'libheif-js'
import { answerWith } from '../../../../shared/browser/ask-worker.ts'
import { paintJpeg } from './paint.ts'

const decode = (bytes: ArrayBuffer): Promise<ImageData> => {
  const [photo] = new libheif.HeifDecoder().decode(bytes)
  if (!photo) throw new Error('no photo')
  const pixels = new ImageData(photo.get_width(), photo.get_height())
  return new Promise((resolve, reject) => {
    photo.display(pixels, (drawn) => (drawn ? resolve(pixels) : reject(new Error('not decoded'))))
  })
}

answerWith(async (file: File) =>
  paintJpeg(await createImageBitmap(await decode(await file.arrayBuffer()))),
)
