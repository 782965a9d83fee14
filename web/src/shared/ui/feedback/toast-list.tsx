// Shows the toasts in the layout's live region.
import { TOAST_WIDTH_MAX_PX, TOASTS_MAX } from '@invoice-desk/contract/values/limits'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

export const ToastList = () => (
  <Notifications
    position="top-center"
    limit={TOASTS_MAX}
    containerWidth={TOAST_WIDTH_MAX_PX}
    portalProps={{ target: '#toasts' }}
  />
)
