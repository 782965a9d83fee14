// A failed call, shown in place of its result.
import { Button } from '@mantine/core'
import { isRefusal, messageOf } from '../../api/api-error.ts'
import '../../styles/mantine-rest.css'
import { ContactLink } from '../contact-link.tsx'
import { Notice } from './notice.tsx'

type ProblemProps = {
  readonly error: unknown
  /** What failed. The error's message then says why. */
  readonly title?: string
  readonly onRetry?: (() => void) | undefined
}

export const Problem = ({ error, title, onRetry }: ProblemProps) =>
  isRefusal(error) ? (
    <Notice tone="warning" title="You don’t have access">
      <p>{error.message}</p>
      <p>
        If you think you should, email <ContactLink />.
      </p>
    </Notice>
  ) : (
    <Notice
      tone="negative"
      {...(title && { title })}
      action={
        onRetry ? (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        ) : null
      }
    >
      {messageOf(error) === title ? null : <p>{messageOf(error)}</p>}
    </Notice>
  )
