// Draws a decoded photo as a JPEG of moderate size.

/** Enough to read the small print of a page. */
export const SIDE_MAX = 2_400
const QUALITY = 0.8

export const paintJpeg = (photo: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, SIDE_MAX / Math.max(photo.width, photo.height))
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // Where it's transparent, paper is white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, width, height)
  photo.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
