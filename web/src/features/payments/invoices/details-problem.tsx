// Why an invoice's details or a file couldn't be loaded, and what to do about it.
import { Button } from '@mantine/core'
import { messageOf } from '../../../shared/api/api-error.ts'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { Notice, type Tone } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { isExpired } from './api.ts'

export const EXPIRED = 'These results have expired. Search again.'

type DetailsProblemProps = {
  readonly error: unknown
  /** `info` for what the page loads on its own: it isn't what the customer is doing. */
  readonly tone?: Tone
  readonly isRetrying?: boolean
  readonly onRetry: () => void
  readonly onSearchAgain: () => void
}

export const DetailsProblem = (props: DetailsProblemProps) => {
  const { error, tone = 'negative', isRetrying = false, onRetry, onSearchAgain } = props
  if (isExpired(error)) {
    // The button disappears, so the page's title takes focus.
    const search = () => {
      onSearchAgain()
      focusTitle()
    }
    const searchAgain = (
      <Button size="sm" variant="default" onClick={search}>
        Search again
      </Button>
    )
    return (
      <Notice tone={tone === 'info' ? tone : 'warning'} action={searchAgain}>
        <p>{EXPIRED}</p>
      </Notice>
    )
  }
  const tryAgain = (
    <BusyButton size="sm" variant="default" isBusy={isRetrying} onClick={onRetry}>
      Try again
    </BusyButton>
  )
  return (
    <Notice tone={tone} action={tryAgain}>
      <p>{messageOf(error)}</p>
    </Notice>
  )
}
