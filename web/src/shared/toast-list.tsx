// The list of toasts itself, in a chunk of its own.
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
  // The same message again takes the place of the first rather than pile up.
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
    // What went wrong stays until it has been read.
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
  // In place, because what is said of a message depends on where it stands.
  return (
    <Notifications
      position="top-center"
      limit={TOASTS_MAX}
      containerWidth={TOAST_WIDTH_MAX_PX}
      withinPortal={false}
    />
  )
}
