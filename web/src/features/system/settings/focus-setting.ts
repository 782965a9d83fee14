// Moves focus to the field of a setting, or to the logo.

/** The name is in the `data-setting` of an element around the field. */
export const focusSetting = (name: string | undefined) => {
  const box = document.querySelector(`[data-setting="${name}"]`)
  const field =
    box?.querySelector<HTMLElement>('input:checked') ??
    box?.querySelector<HTMLElement>('input:not([type=color]), textarea')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
