// An area where people choose or drop files.
import { Group, Input, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { IconUpload } from '../icons.ts'
import classes from './file-zone.module.css'

type FileZoneProps = {
  readonly label?: string
  /** The accepted files, in words. */
  readonly hint: string
  /** The accepted files, for the browser's file picker. */
  readonly accept: string
  /** Several files at once. */
  readonly multiple?: boolean
  /** What choosing does, if it adds to what was chosen before. */
  readonly prompt?: string | undefined
  readonly error?: ReactNode
  readonly disabled?: boolean
  /** The field's name in a Mantine form. */
  readonly 'data-path'?: string
  /** Gets at least one file, and more if several were dropped. */
  readonly onChoose: (files: readonly File[]) => void
}

export const FileZone = (props: FileZoneProps) => {
  const { label, hint, prompt, error, onChoose, ...input } = props
  const id = useId()
  const [promptId, hintId] = [`${id}-prompt`, `${id}-hint`]
  const take = (files: FileList | null) => {
    if (files?.length && !input.disabled) onChoose([...files])
  }
  const { isDragging, dropProps } = useDrop(take)
  return (
    <Input.Wrapper id={id} label={label} error={error} errorProps={{ role: 'alert' }}>
      <div
        className={classes.zone}
        data-zone
        data-dragging={isDragging || undefined}
        data-invalid={Boolean(error) || undefined}
        {...dropProps}
      >
        <input
          id={id}
          className={classes.input}
          type="file"
          aria-labelledby={label ? undefined : promptId}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? `${hintId} ${id}-error` : hintId}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // Cleared, so people can choose the same file again after they fixed or removed it.
            currentTarget.value = ''
          }}
          {...input}
        />
        <Group wrap="nowrap">
          <IconUpload {...ICON} />
          <div>
            <p id={promptId}>
              <span className={'link-button strong'}>{prompt ?? 'Choose a file'}</span>
              <span className={classes.drop}> or drop {prompt ? 'them' : 'it'} here</span>
            </p>
            <Text id={hintId} c="var(--muted)" fz="var(--font-small)">
              {hint}
            </Text>
          </div>
        </Group>
      </div>
    </Input.Wrapper>
  )
}

const ICON = { className: 'fixed brand-text', size: 24, stroke: 1.75, 'aria-hidden': true } as const

const refuse = (event: Event) => event.preventDefault()

const useDrop = (take: (files: FileList) => void) => {
  const [isDragging, setIsDragging] = useState(false)
  // A file dropped outside the zone must not replace the page.
  useWindowEvent('dragover', refuse)
  useWindowEvent('drop', refuse)
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsDragging(true)
    },
    onDragLeave: () => setIsDragging(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsDragging(false)
      take(event.dataTransfer.files)
    },
  }
  return { isDragging, dropProps }
}
