// Draws a decoded photo as a JPEG of moderate size.
import type { Painted } from './photo-pdf.ts'
import { paintedSize } from './photo-size.ts'

const QUALITY = 0.8

export const paintJpeg = async (photo: ImageBitmap): Promise<Painted> => {
  const { width, height } = paintedSize(photo)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // Where it's transparent, paper is white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, width, height)
  photo.close()
  return {
    jpeg: await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }),
    width,
    height,
  }
}
