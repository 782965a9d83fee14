// The bills could not be fetched: in the specification's words, and with the one step that may help.
import { isUnanswered, messageOf } from '../../../shared/api-error.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { isTokenRefused, serverText } from '../verification/portal-flow.ts'

type BillsProblemProps = {
  readonly error: unknown
  readonly isBusy: boolean
  readonly onRetry: () => void
  readonly onVerify: () => void
}

export const BillsProblem = ({ error, isBusy, onRetry, onVerify }: BillsProblemProps) => {
  const isOver = isTokenRefused(error)
  return (
    <Notice
      tone="negative"
      action={
        <BusyButton
          variant="default"
          isBusy={isBusy}
          announced="Trying again..."
          onClick={isOver ? onVerify : onRetry}
        >
          {isOver ? 'Verify your email again' : 'Try again'}
        </BusyButton>
      }
    >
      <p>{serverText(error) ?? 'Failed to fetch bills'}</p>
      {isUnanswered(error) ? <p>{messageOf(error)}</p> : null}
    </Notice>
  )
}
