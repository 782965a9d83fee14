// The invoice itself beside what was typed about it, so that the two can be compared at a glance.
import type { Task } from '@invoice-desk/contract/approval'
import { Card } from '../../shared/ui/card.tsx'
import classes from './document-view.module.css'

export const DocumentView = ({ task }: { task: Task }) => {
  const [document] = task.details.documents
  if (!document) return null
  const { name, type, url } = document
  return (
    <Card>
      <h2 className={classes.heading}>Document</h2>
      {type.startsWith('image/') ? (
        <img className={classes.image} src={url} alt={`Invoice file ${name}`} />
      ) : (
        // As wide as its frame, whichever viewer the browser has.
        <iframe className={classes.frame} src={`${url}#view=FitH`} title={`Invoice file ${name}`} />
      )}
    </Card>
  )
}
