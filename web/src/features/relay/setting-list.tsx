// Settings that people copy or type on a device, each with a copy button.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { copyText, inSentence } from '../../shared/browser/copy-text.ts'
import classes from './relay.module.css'

export type SettingLine = {
  readonly name: string
  readonly text: string
  /** In groups of this many characters, which are easier to type. Copying leaves no gaps. */
  readonly groupBy?: number
}

type SettingListProps = {
  readonly lines: readonly SettingLine[]
  /** For reading on the way to a device's panel. */
  readonly isLarge?: boolean
}

export const SettingList = ({ lines, isLarge = false }: SettingListProps) => (
  <dl className={`facts ${classes.settings}`} data-large={isLarge || undefined}>
    {lines.map((line) => (
      <div key={line.name}>
        <dt>{line.name}</dt>
        <dd className="line between">
          <Copyable {...line} />
        </dd>
      </div>
    ))}
  </dl>
)

/** The text and the button that copies it. */
export const Copyable = ({ name, text, groupBy = text.length, of }: CopyableProps) => {
  const shown = useRef<HTMLElement>(null)
  return (
    <>
      <code ref={shown} className={`compact medium slim anywhere ${classes.code}`} translate="no">
        {groupsOf(text, groupBy).map(({ at, group }) => (
          <span key={at}>{group}</span>
        ))}
      </code>
      <Button
        variant="default"
        size="xs"
        flex="none"
        aria-label={`Copy ${inSentence(name)}${of ? ` of ${of}` : ''}`}
        onClick={() => void copyText(text, shown.current, name)}
      >
        Copy
      </Button>
    </>
  )
}

type CopyableProps = SettingLine & {
  /** What it belongs to, for screen readers. */
  readonly of?: string
}

const groupsOf = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => ({
    at: index * size,
    group: text.slice(index * size, (index + 1) * size),
  }))
