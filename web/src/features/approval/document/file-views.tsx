// An invoice file in its panel: a PDF in the browser's own viewer, or an image that scrolls.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import classes from './document-view.module.css'
import type { Zoom } from './zoom.ts'

/**
 * Chromium's viewer hides its toolbar and zooms as the address says. Firefox's and Safari's keep their toolbars, and
 * Safari's ignores the zoom. Only Chromium has this property.
 */
export const replacesToolbar = 'userAgentData' in navigator

export const PdfView = ({ url, name, zoom, onFailed }: FileViewProps) => {
  const [isLoaded, setLoaded] = useState(false)
  const isMissing = useIsMissing(url)
  useEffect(() => {
    if (isMissing) onFailed()
  }, [isMissing, onFailed])
  const view = zoom === 'fit' ? 'view=FitH' : `zoom=${zoom}`
  const toolbar = replacesToolbar ? 'toolbar=0&navpanes=0&' : ''
  return (
    <>
      {isLoaded ? null : <Skeleton className={classes.scroll} radius={0} />}
      <iframe
        // A new frame for each zoom: viewers read it only once, and a changed address would add to the history.
        key={view}
        className={classes.scroll}
        src={`${url}#${toolbar}${view}`}
        title={`Invoice file ${name}`}
        onLoad={() => setLoaded(true)}
      />
    </>
  )
}

/** A frame doesn't tell whether its file was found. */
const useIsMissing = (url: string): boolean => {
  const { data } = useQuery({
    queryKey: ['invoice-file', url],
    queryFn: async ({ signal }) => (await fetch(url, { method: 'HEAD', signal })).status === 404,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data === true
}

/** An image that scrolls when it's larger than its panel. */
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
      {isLoaded ? null : <Skeleton className={classes.scroll} radius={0} />}
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
