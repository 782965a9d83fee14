// The invoice itself beside what was typed about it, so that the two can be compared at a glance.
import type { Task } from '@invoice-desk/contract/approval'
import { useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import classes from './document-view.module.css'

type TaskDocument = Task['details']['documents'][number]

export const DocumentView = ({ task }: { task: Task }) => {
  const [document] = task.details.documents
  // Of a type that is not told there is only the link.
  if (!document?.type) return null
  // A frame that is replaced adds nothing to the browser's history; one that is led elsewhere does.
  return <Shown key={`${task.id} ${document.name}`} document={document} />
}

/** Keeps the address it began with: the same file at a new one would lose the page and zoom it is read at. */
const Shown = ({ document: { name, type, url } }: { document: TaskDocument }) => {
  const [shownUrl] = useState(url)
  return (
    <Card>
      <h2 className={classes.heading}>Document</h2>
      {type.startsWith('image/') ? (
        <img className={classes.image} src={shownUrl} alt={`Invoice file ${name}`} />
      ) : (
        // As wide as its frame, whichever viewer the browser has.
        <iframe
          className={classes.frame}
          src={`${shownUrl}#view=FitH`}
          title={`Invoice file ${name}`}
        />
      )}
    </Card>
  )
}
