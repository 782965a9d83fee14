// Applies the page's `style` option to the card field, as far as the app uses it.

const TEXT_PROPERTIES = ['fontFamily', 'fontSize', 'lineHeight']

/**
 * @param {Record<string, any>} style
 * @param {HTMLElement} root
 */
export const applyStyle = ({ base = {}, invalid = {} }, root) => {
  const { color = '#1d2428' } = base
  const variables = {
    '--text': color,
    '--background': base.backgroundColor ?? 'transparent',
    '--placeholder': base['::placeholder']?.color ?? '#6b7780',
    '--icon': base.iconColor ?? '#566169',
    '--invalid': invalid.color ?? '#b3261e',
    '--invalid-icon': invalid.iconColor ?? invalid.color ?? '#b3261e',
  }
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
  for (const name of TEXT_PROPERTIES) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    root.style.setProperty(property, base[name] ?? '')
  }
}
