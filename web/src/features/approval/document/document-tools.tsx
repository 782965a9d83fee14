// Zooms, opens and downloads a document.
import { ActionIcon, type ActionIconProps, Button } from '@mantine/core'
import { IconDownload, IconExternalLink, IconMinus, IconPlus } from '../../../shared/ui/icons.ts'
import classes from './document-view.module.css'
import type { Zoom } from './zoom.ts'

type DocumentToolsProps = {
  readonly name: string
  readonly url: string
  readonly zoom: Zoom
  /** What the zoom amounts to. */
  readonly percent: number
  /** Missing if the document can't be shown, or its viewer has its own zoom. */
  readonly onZoom?: (zoom: Zoom) => void
  readonly onStep?: (direction: 1 | -1) => void
}

const TOOL: ActionIconProps = { variant: 'subtle', color: 'gray', className: classes.tool }
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** A control without a visible label has it as a tooltip too. */
const named = (label: string) => ({ 'aria-label': label, title: label })

export const DocumentTools = ({ name, url, zoom, percent, onZoom, onStep }: DocumentToolsProps) => (
  <div className="row gap-1">
    {onZoom && onStep ? (
      <>
        <ActionIcon {...TOOL} {...named('Zoom out')} onClick={() => onStep(-1)}>
          <IconMinus {...ICON} />
        </ActionIcon>
        <output className={`quiet num ${classes.percent}`} aria-label="Zoom">
          {percent}%
        </output>
        <ActionIcon {...TOOL} {...named('Zoom in')} onClick={() => onStep(1)}>
          <IconPlus {...ICON} />
        </ActionIcon>
        <Button
          variant="subtle"
          color="gray"
          className={classes.fit}
          aria-pressed={zoom === 'fit'}
          onClick={() => onZoom('fit')}
        >
          Fit
        </Button>
      </>
    ) : null}
    <ActionIcon
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      {...TOOL}
      {...named('Open the document in a new tab')}
    >
      <IconExternalLink {...ICON} />
    </ActionIcon>
    <ActionIcon component="a" href={url} download={name} {...TOOL} {...named('Download')}>
      <IconDownload {...ICON} />
    </ActionIcon>
  </div>
)
