// The import panel for staff.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAnnouncement } from '../../../shared/ui/announcements.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { uploadStep } from '../../../shared/upload.ts'
import { importProgressQuery } from '../api.ts'
import { counted } from '../texts.ts'
import { FileZone } from './file-zone.tsx'
import classes from './import-panel.module.css'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { type ImportStep, useImport } from './use-import.ts'

export const ImportPanel = ({ onClose }: { onClose: () => void }) => {
  const { state, choose, start, startOver } = useImport()
  const heading = useRef<HTMLHeadingElement>(null)
  const { step } = state
  // Each step removes the focused element, so the next one starts at the heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each step.
  useEffect(() => heading.current?.focus(), [step])
  return (
    <section className={classes.panel} aria-labelledby="import-heading">
      <Card>
        <div className={classes.head}>
          <h2 ref={heading} id="import-heading" tabIndex={-1} className={classes.heading}>
            Import transactions
          </h2>
          {step === 'importing' ? null : (
            <Button variant="subtle" size="xs" onClick={onClose}>
              Close
            </Button>
          )}
        </div>
        <Step state={state} onChoose={choose} onStart={start} onStartOver={startOver} />
      </Card>
    </section>
  )
}

type StepProps = {
  readonly state: ImportStep
  readonly onChoose: (files: FileList | null) => void
  readonly onStart: () => void
  readonly onStartOver: () => void
}

const Step = ({ state, onChoose, onStart, onStartOver }: StepProps) => {
  switch (state.step) {
    case 'choose':
      return (
        <>
          {state.problem ? (
            <Notice tone="negative">
              <p>{state.problem}</p>
            </Notice>
          ) : null}
          <FileZone onChoose={onChoose} />
        </>
      )
    case 'reading':
      return <Reading share={state.share} />
    case 'ready':
      return <ImportPreview {...state} onStart={onStart} onStartOver={onStartOver} />
    case 'importing':
      return <Importing share={state.share} importId={state.importId} />
    case 'done':
      return <ImportResult report={state.report} onStartOver={onStartOver} />
  }
}

const Importing = ({ share, importId }: { share: number; importId: string }) => {
  const { data } = useQuery(importProgressQuery(importId))
  if (!data || data.state === 'waiting') {
    return <Reading share={share} />
  }
  const { done, total } = data
  const value = total === 0 ? undefined : done / total
  return <Progress text={`Importing ${counted(total, 'transaction')}...`} value={value} />
}

const Reading = ({ share }: { share: number }) => (
  <Progress text={readingText(share)} value={shareOf(share)} announced={uploadStep(share)} />
)

const readingText = (share: number): string =>
  share < 1 ? `Uploading... ${Math.floor(share * 100)}%` : 'Reading the file...'

/** Undefined while the server reads the file, which has no known duration. */
const shareOf = (share: number): number | undefined => (share < 1 ? share : undefined)

type ProgressProps = {
  readonly text: string
  readonly value: number | undefined
  /** For screen readers, when the text changes too often. */
  readonly announced?: string | undefined
}

const Progress = ({ text, value, announced = text }: ProgressProps) => {
  useAnnouncement(announced)
  return (
    <div className={classes.progress}>
      <p>{text}</p>
      <progress
        className={classes.bar}
        aria-label={text}
        max={1}
        {...(value === undefined ? {} : { value })}
      />
    </div>
  )
}
