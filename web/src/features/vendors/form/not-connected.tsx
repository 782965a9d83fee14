// Says that QuickBooks must be connected first.
import { Box } from '@mantine/core'
import { ApiError } from '../../../shared/api-error.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { Notice } from '../../../shared/ui/notice.tsx'

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
