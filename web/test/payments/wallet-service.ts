// Imitates PayPal's script: a button, and what its window reports, as buttons of the page itself.

type Actions = { enable(): Promise<void>; disable(): Promise<void> }
type Options = {
  createOrder(): Promise<string>
  onApprove(data: { orderID: string }, actions: { restart(): void }): Promise<void>
  onCancel(): void
  onError(error: unknown): void
  onInit(data: object, actions: Actions): void
}

/** Runs as a script of its own. */
const install = () => {
  const createButtons = (options: Options) => {
    const frame = document.createElement('div')
    const add = (name: string, press: (orderID: string) => unknown) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = name
      button.addEventListener('click', () => {
        if (button.getAttribute('aria-disabled') === 'true') return
        const start = async () => press(await options.createOrder())
        start().catch((error) => options.onError(error))
      })
      frame.append(button)
      return button
    }
    const pressed = [
      add('Pay with PayPal', (orderID) => options.onApprove({ orderID }, { restart: () => {} })),
      add('Open PayPal and cancel', () => options.onCancel()),
      add('Open PayPal, which breaks', () => options.onError(new Error('The window broke.'))),
    ]
    const setDisabled = async (isDisabled: boolean) => {
      for (const button of pressed) button.setAttribute('aria-disabled', String(isDisabled))
    }
    const actions = { enable: () => setDisabled(false), disable: () => setDisabled(true) }
    return {
      isEligible: () => true,
      render: async (place: HTMLElement) => {
        place.append(frame)
        options.onInit({}, actions)
      },
      close: async () => frame.remove(),
      updateProps: () => {},
    }
  }
  Object.assign(window, { paypal: { Buttons: createButtons } })
}

/** The comment swallows the query that PayPal's loader adds. */
export const WALLET_SCRIPT_URL = `data:text/javascript,${encodeURIComponent(`(${install})()//`)}`
