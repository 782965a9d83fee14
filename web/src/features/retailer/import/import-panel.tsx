// The import panel for staff.

import { Box, Button, Group, Progress, Stack, Title } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { uploadStep } from '../../../shared/api/upload.ts'
import { counted } from '../../../shared/text/count-text.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { FileZone } from '../../../shared/ui/form/file-zone.tsx'
import { importProgressQuery } from '../api.ts'
import { ImportPreview, ImportResult } from './import-report.tsx'
import { type ImportStep, useImport } from './use-import.ts'

export const ImportPanel = ({ onClose }: { onClose: () => void }) => {
  const { state, choose, start, startOver } = useImport()
  const heading = useRef<HTMLHeadingElement>(null)
  const { step } = state
  // Each step removes the focused element, so the next one starts at the heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each step.
  useEffect(() => heading.current?.focus(), [step])
  return (
    <Box component="section" mb="lg" aria-labelledby="import-heading">
      <Card>
        <Group justify="space-between" mb="sm">
          <Title order={2} ref={heading} id="import-heading" tabIndex={-1} fz="lg">
            Import transactions
          </Title>
          {step === 'importing' ? null : (
            <Button variant="subtle" size="xs" onClick={onClose}>
              Close
            </Button>
          )}
        </Group>
        <Step state={state} onChoose={choose} onStart={start} onStartOver={startOver} />
      </Card>
    </Box>
  )
}

const HINT =
  'An Azad transactions export, an Amazon Business orders report or a Retail.OrderHistory file, up to 64 MB. You’ll see a preview before anything is imported.'

type StepProps = {
  readonly state: ImportStep
  readonly onChoose: (files: readonly File[]) => void
  readonly onStart: () => void
  readonly onStartOver: () => void
}

const Step = ({ state, onChoose, onStart, onStartOver }: StepProps) => {
  switch (state.step) {
    case 'choose':
      return (
        <Stack gap="sm">
          {state.problem ? <Notice tone="negative">{state.problem}</Notice> : null}
          <FileZone hint={HINT} accept=".csv,.json,text/csv,application/json" onChoose={onChoose} />
        </Stack>
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
  if (!data || data.state === 'waiting') return <Reading share={share} />
  const { done, total } = data
  const text = `Importing ${counted(total, 'transaction')}...`
  return <Working text={text} share={total === 0 ? 1 : done / total} />
}

const Reading = ({ share }: { share: number }) => {
  const text = share < 1 ? `Uploading... ${Math.floor(share * 100)}%` : 'Reading the file...'
  return <Working text={text} share={share} announced={uploadStep(share)} />
}

type WorkingProps = {
  readonly text: string
  readonly share: number
  /** For screen readers, when the text changes too often. */
  readonly announced?: string | undefined
}

/** A full bar is striped: the server is still working, and we don't know for how long. */
const Working = ({ text, share, announced = text }: WorkingProps) => {
  useAnnouncement(announced)
  const isStill = useReducedMotion()
  const isFull = share === 1
  return (
    <Stack gap="sm" mih="7rem" justify="center" ta="center">
      <p>{text}</p>
      <Progress.Root>
        <Progress.Section
          role="progressbar"
          aria-label={text}
          withAria={!isFull}
          value={share * 100}
          striped={isFull}
          animated={isFull && !isStill}
        />
      </Progress.Root>
    </Stack>
  )
}
