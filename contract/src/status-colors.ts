// The colour of each status of a bill, the same from the contractor's cards to the approver's banner:
// grey waits to be sent on, ochre waits for people, blue is decided, green is paid, red came back.
// Each is dark enough for white text in light and dark pages.

export const STATUS_COLORS = {
  received: '#56636b',
  sent_for_approval: '#8f5b00',
  approved: '#1c6075',
  paid: '#2b7a3d',
  rejected: '#b3261e',
} as const satisfies Record<string, string>

export type ColoredStatus = keyof typeof STATUS_COLORS
