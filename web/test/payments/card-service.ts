// Imitates Stripe's script: its card field is an input of the page itself.

/** Runs as a script of its own. */
const install = () => {
  const createElement = () => {
    const input = document.createElement('input')
    input.setAttribute('aria-label', 'Card number')
    const listeners = new Map<string, () => void>()
    return {
      on: (event: string, listener: () => void) => listeners.set(event, listener),
      off: (event: string) => listeners.delete(event),
      mount: (place: HTMLElement) => {
        place.replaceChildren(input)
        setTimeout(() => listeners.get('ready')?.())
      },
      update: ({ disabled }: { disabled?: boolean }) => {
        if (disabled !== undefined) input.disabled = disabled
      },
      destroy: () => input.remove(),
      focus: () => input.focus(),
      read: () => input.value,
    }
  }
  type CardElement = ReturnType<typeof createElement>

  const createElements = () => {
    let element: CardElement | null = null
    return {
      create: () => {
        element = createElement()
        return element
      },
      getElement: () => element,
      update: () => {},
    }
  }
  const unused = () => {
    throw new Error('Only for real cards.')
  }
  const start = () => ({
    elements: createElements,
    createPaymentMethod: async ({ card }: { card: CardElement }) => {
      const number = card.read()
      const message = 'Your card number is invalid.'
      return number.endsWith('1')
        ? { error: { type: 'validation_error', message } }
        : { paymentMethod: { id: `pm_${number}` } }
    },
    handleNextAction: async () => ({}),
    createToken: unused,
    confirmCardPayment: unused,
  })
  Object.assign(window, { Stripe: start })
}

export const CARD_SCRIPT_URL = `data:text/javascript,${encodeURIComponent(`(${install})()`)}`
