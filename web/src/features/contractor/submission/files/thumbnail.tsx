// A small picture of a photo. A canvas, because the page's policy allows no images from memory.
import { useEffect, useRef } from 'react'
import classes from './file-list.module.css'

/** In pixels of the screen, twice as many as in the layout. */
const SIDE = 112

export const Thumbnail = ({ photo, label }: { photo: File; label: string }) => {
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
      className={classes.thumbnail}
      width={SIDE}
      height={SIDE}
    />
  )
}
