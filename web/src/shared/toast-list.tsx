// The toast list, loaded with the first toast.
import { TOAST_WIDTH_MAX_PX, TOASTS_MAX } from '@invoice-desk/contract/limits'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { useEffect } from 'react'
import './styles/mantine-rest.css'
import '@mantine/notifications/styles.layer.css'
import { drawToastsWith, type Toast, type ToastKind } from './toasts.ts'

const COLORS: Readonly<Record<ToastKind, string>> = {
  success: 'green.8',
  info: 'accent.7',
  warning: 'yellow.7',
  error: 'red.8',
}

const READING_MS = 6_000

const show = ({ kind, text, isInPageToo }: Toast) => {
  const { notifications: shown, queue } = notificationsStore.getState()
  // A repeated message replaces the earlier one.
  const held = [...shown, ...queue]
  const repeated = held.filter(({ message }) => message === text)
  const others = held.filter(({ message }) => message !== text)
  const oldest = others.slice(0, Math.max(0, others.length + 1 - TOASTS_MAX))
  for (const { id } of [...repeated, ...oldest]) if (id) notifications.hide(id)
  notifications.show({
    message: text,
    color: COLORS[kind],
    withBorder: true,
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    // Errors stay until people close them.
    autoClose: kind === 'error' && !isInPageToo ? false : READING_MS,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
}

const closeErrors = () => {
  const { notifications: shown, queue } = notificationsStore.getState()
  const errors = [...shown, ...queue].filter(({ color }) => color === COLORS.error)
  for (const { id } of errors) if (id) notifications.hide(id)
}

export const ToastList = () => {
  useEffect(() => drawToastsWith({ show, closeErrors }), [])
  // Not in a portal: it must stay inside the live region of its parent.
  return (
    <Notifications
      position="top-center"
      limit={TOASTS_MAX}
      containerWidth={TOAST_WIDTH_MAX_PX}
      withinPortal={false}
    />
  )
}
