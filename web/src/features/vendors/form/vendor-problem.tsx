// A failure that fills the whole screen, in the specification's words, with its reason and the ways on.
import { Button } from '@mantine/core'
import { ApiError, messageOf } from '../../../shared/api-error.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { ErrorScreen } from '../../../shared/ui/error-screen.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import classes from '../list/vendor-list.module.css'

export type VendorProblemProps = {
  readonly message: string
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
  readonly isRetrying?: boolean
  readonly onBack?: (() => void) | undefined
  readonly backLabel?: string
}

export const VendorProblem = (problem: VendorProblemProps) => {
  const { message, error, onRetry, onBack } = problem
  const reason = messageOf(error)
  return (
    <ErrorScreen
      message={message}
      actions={
        <>
          {onRetry ? (
            <BusyButton
              isBusy={problem.isRetrying ?? false}
              announced="Trying again..."
              onClick={onRetry}
            >
              Try again
            </BusyButton>
          ) : null}
          {onBack ? (
            <Button variant={onRetry ? 'default' : 'filled'} onClick={onBack}>
              {problem.backLabel}
            </Button>
          ) : null}
        </>
      }
    >
      {reason === message ? null : <p>{reason}</p>}
      {needsConnection(error) ? (
        <p>
          <ConnectionsLink />
        </p>
      ) : null}
    </ErrorScreen>
  )
}

export const NotConnected = ({ text }: { text: string }) => (
  <div className={classes.notConnected}>
    <Notice tone="warning" action={<ConnectionsLink />}>
      <p>{text}</p>
    </Notice>
  </div>
)

const ConnectionsLink = () => <AppLink to={paths.connections()}>Manage connections</AppLink>

/** Not a failure that may pass: someone has to connect QuickBooks. */
export const needsConnection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.is('qbo_not_connected', 'qbo_connection_invalid')
