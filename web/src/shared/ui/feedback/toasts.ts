// Toasts: short messages at the top of the screen.
import { TOASTS_MAX } from '@invoice-desk/contract/values/limits'
import { notifications, notificationsStore } from '@mantine/notifications'

const COLORS = {
  success: 'green.8',
  info: 'accent.7',
  warning: 'yellow.7',
  error: 'red.8',
} as const

const CLOSE_AFTER_MS = 6_000

const listToasts = () => {
  const { notifications: shown, queue } = notificationsStore.getState()
  return [...shown, ...queue]
}

const hide = (toasts: readonly { readonly id?: string }[]) => {
  for (const { id } of toasts) if (id) notifications.hide(id)
}

/** Returns its id. With `isInPageToo` the page shows the same error in place, so the toast is short and closes on its own. */
export const showToast = (
  kind: keyof typeof COLORS,
  text: string,
  { isInPageToo = false }: { readonly isInPageToo?: boolean } = {},
): string => {
  // A repeated message replaces the earlier one.
  hide(listToasts().filter(({ message }) => message === text))
  const others = listToasts()
  hide(others.slice(0, Math.max(0, others.length + 1 - TOASTS_MAX)))
  return notifications.show({
    message: text,
    color: COLORS[kind],
    withBorder: true,
    'data-short': isInPageToo || undefined,
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    // Errors stay until people close them.
    autoClose: kind === 'error' && !isInPageToo ? false : CLOSE_AFTER_MS,
    closeButtonProps: { 'aria-label': 'Close message' },
  })
}

/** Called on a new attempt: earlier errors no longer apply. */
export const closeErrorToasts = () =>
  hide(listToasts().filter(({ color }) => color === COLORS.error))
