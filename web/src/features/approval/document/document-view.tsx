// The invoice's file beside its details, so an approver can compare them.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { Button, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { erasedText } from '../../../shared/text/erased-text.ts'
import { IconFileOff } from '../../../shared/ui/icons.ts'
import { DocumentTools } from './document-tools.tsx'
import classes from './document-view.module.css'
import { ImageView, PdfView, replacesToolbar } from './file-views.tsx'
import { type Zoom, zoomStep } from './zoom.ts'

type TaskDocument = Task['details']['documents'][number]

export const DocumentView = ({ task }: { task: Task }) => {
  const { documents, filesErasedAt } = task.details
  const [chosen, setChosen] = useState({ task: '', place: 0 })
  const place = chosen.task === task.id && documents[chosen.place] ? chosen.place : 0
  const document = documents[place]
  if (!document)
    return (
      <Panel>
        <div className={classes.desk}>
          <NotShown>
            {filesErasedAt
              ? erasedText(filesErasedAt)
              : 'The contractor submitted this invoice without a file.'}
          </NotShown>
        </div>
      </Panel>
    )
  return (
    <Shown id={`${task.id} ${idOf(document, place)}`} document={document}>
      {documents.length > 1 ? (
        <fieldset className={`wrap gap-1 underlined ${classes.files}`} aria-label="Files">
          {documents.map((each, at) => (
            <button
              key={idOf(each, at)}
              type="button"
              aria-pressed={at === place}
              onClick={() => setChosen({ task: task.id, place: at })}
            >
              {each.name}
            </button>
          ))}
        </fieldset>
      ) : null}
    </Shown>
  )
}

/** Stays the same when the link to the file is renewed. Another file may have the same name. */
const idOf = ({ id, name }: TaskDocument, place: number): string => id ?? `${place} ${name}`

const Panel = ({ tools, children }: { tools?: ReactNode; children: ReactNode }) => (
  <div className={`panel column slim ${classes.panel}`} data-print="never">
    <div className={`row tight between underlined ${classes.bar}`}>
      <Title order={2} fz="var(--font-body)">
        Document
      </Title>
      {tools}
    </div>
    {children}
  </div>
)

/** The width of a US letter page at 100%. */
const PAGE_WIDTH = 816

type ShownProps = {
  readonly id: string
  readonly document: TaskDocument
  readonly children: ReactNode
}

const Shown = ({ id, document, children }: ShownProps) => {
  const { url, zoom, hasFailed, change } = useShown(id, document.url)
  const { ref, width } = useElementSize()
  const { name, type } = document
  const isImage = type.startsWith('image/')
  const isPdf = type === 'application/pdf' && navigator.pdfViewerEnabled !== false
  const canShow = (isImage || isPdf) && !hasFailed
  const canZoom = canShow && (isImage || replacesToolbar)
  // An image's percentage is of the panel's width, a PDF's is of its own size.
  const fitPercent = isImage ? 100 : Math.round((width / PAGE_WIDTH) * 100)
  const setZoom = (next: Zoom) => change({ zoom: next })
  const step = (direction: 1 | -1) => setZoom(zoomStep(zoom, direction, fitPercent))
  const View = isImage ? ImageView : PdfView
  return (
    <Panel
      tools={
        <DocumentTools
          name={name}
          url={document.url}
          zoom={zoom}
          percent={zoom === 'fit' ? fitPercent : zoom}
          {...(canZoom ? { onZoom: setZoom, onStep: step } : {})}
        />
      }
    >
      {children}
      <div className={classes.desk} ref={ref}>
        {canShow ? (
          // A new frame for each document: another one in the same frame would add to the browser's history.
          <View
            key={id}
            url={url}
            name={name}
            zoom={zoom}
            onFailed={() => change({ hasFailed: true })}
          />
        ) : (
          <NotShown document={document}>{reasonFor(type, hasFailed)}</NotShown>
        )}
      </div>
    </Panel>
  )
}

type ViewState = { readonly url: string; readonly zoom: Zoom; readonly hasFailed: boolean }

/** Each file starts anew. Keeps its first URL: a renewed link to the same file would reset the page and zoom. */
const useShown = (id: string, url: string) => {
  const [state, setState] = useState<ViewState & { readonly id: string }>()
  const shown = state?.id === id ? state : { id, url, zoom: 'fit' as const, hasFailed: false }
  if (shown !== state) setState(shown)
  return { ...shown, change: (part: Partial<ViewState>) => setState({ ...shown, ...part }) }
}

const reasonFor = (type: string, hasFailed: boolean): string => {
  if (hasFailed) return "We couldn't load this file."
  return type === 'application/pdf'
    ? "This browser can't show a PDF inside a page."
    : "We can't show this type of file here."
}

type NotShownProps = {
  readonly document?: { readonly name: string; readonly url: string }
  readonly children: string
}

/** Says why there's no document to see, with a link to the file if there is one. */
const NotShown = ({ document, children }: NotShownProps) => (
  <div className={`muted ${classes.unshown}`}>
    <IconFileOff size={28} stroke={1.5} aria-hidden />
    <p>{children}</p>
    {document ? (
      <Button
        component="a"
        href={document.url}
        target="_blank"
        rel="noreferrer"
        variant="default"
        maw="100%"
      >
        Open the file
      </Button>
    ) : null}
  </div>
)
