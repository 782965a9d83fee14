// The drop zone for an export file.
import { useId, useRef } from 'react'
import { useDropZone } from '../../../shared/ui/use-drop-zone.ts'
import classes from './file-zone.module.css'

export const FileZone = ({ onChoose }: { onChoose: (files: FileList | null) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const ids = { label: useId(), hint: useId() }
  const { isDragging, dropProps } = useDropZone(onChoose)
  return (
    <div className={classes.zone} data-dragging={isDragging || undefined} {...dropProps}>
      <input
        ref={input}
        className={classes.input}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        aria-labelledby={ids.label}
        aria-describedby={ids.hint}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files)
          // Cleared, so people can choose the same file again after fixing it.
          currentTarget.value = ''
        }}
      />
      <p id={ids.label}>
        <span className={classes.choose}>Choose a file</span> or drop it here
      </p>
      <p id={ids.hint} className={classes.hint}>
        An Azad transactions export, an Amazon Business orders report or a Retail.OrderHistory file,
        up to 64 MB. You’ll see a preview before anything is imported.
      </p>
    </div>
  )
}
