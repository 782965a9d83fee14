// An image that scrolls when it's larger than its panel.
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import classes from './document-view.module.css'
import type { Zoom } from './zoom.ts'

export type FileViewProps = {
  readonly url: string
  readonly name: string
  readonly zoom: Zoom
  readonly onFailed: () => void
}

export const ImageView = ({ url, name, zoom, onFailed }: FileViewProps) => {
  const [isLoaded, setLoaded] = useState(false)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
    <section className={classes.scroll} aria-label={`Invoice file ${name}`} tabIndex={0}>
      {isLoaded ? null : <Skeleton className={classes.loading} radius={0} />}
      <img
        className={classes.image}
        style={{ width: zoom === 'fit' ? '100%' : `${zoom}%` }}
        src={url}
        alt={`Invoice file ${name}`}
        onLoad={() => setLoaded(true)}
        onError={onFailed}
      />
    </section>
  )
}
