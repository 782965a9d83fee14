// Where toasts appear: inside the layout's live region, so not in a portal.
import { TOAST_WIDTH_MAX_PX, TOASTS_MAX } from '@invoice-desk/contract/limits'
import { Notifications } from '@mantine/notifications'
import '../styles/mantine-rest.css'
import '@mantine/notifications/styles.layer.css'

export const ToastList = () => (
  <Notifications
    position="top-center"
    limit={TOASTS_MAX}
    containerWidth={TOAST_WIDTH_MAX_PX}
    withinPortal={false}
  />
)
