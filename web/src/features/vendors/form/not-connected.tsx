// Says that QuickBooks must be connected first.
import { Box } from '@mantine/core'
import { ApiError } from '../../../shared/api/api-error.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'

export const NotConnected = ({ text }: { text: string }) => (
  <Box mb="lg">
    <Notice tone="warning" action={<ConnectionsLink />}>
      {text}
    </Notice>
  </Box>
)

export const ConnectionsLink = () => <AppLink to={paths.connections()}>Manage connections</AppLink>

/** Retrying doesn't help: someone has to reconnect QuickBooks. */
export const needsConnection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.is('qbo_not_connected', 'qbo_connection_invalid')
