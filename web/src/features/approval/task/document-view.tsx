// The invoice document beside its details, so an approver can compare them.
import type { Task } from '@invoice-desk/contract/approval'
import { Paper } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'

type TaskDocument = Task['details']['documents'][number]

export const DocumentView = ({ task }: { task: Task }) => {
  const [document] = task.details.documents
  // A file of unknown type is only linked.
  if (!document?.type) return null
  // A new frame for each document: loading another one in the same frame would add to the browser's history.
  return <Shown key={`${task.id} ${document.name}`} document={document} />
}

/** Keeps the first URL: a renewed link to the same file would reset the page and zoom. */
const Shown = ({ document: { name, type, url } }: { document: TaskDocument }) => {
  const [shownUrl] = useState(url)
  const label = `Invoice file ${name}`
  return (
    <Card title="Document">
      {type.startsWith('image/') ? (
        <Paper withBorder component="img" display="block" maw="100%" src={shownUrl} alt={label} />
      ) : (
        <Paper
          withBorder
          component="iframe"
          display="block"
          w="100%"
          h="clamp(24rem, 100dvh - 8.5rem, 60rem)"
          bg="white"
          // Fits the document's width to the frame in every browser's viewer.
          src={`${shownUrl}#view=FitH`}
          title={label}
        />
      )}
    </Card>
  )
}
