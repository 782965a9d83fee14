// The page's wishes for the card field's looks, taken over as far as the real one does.

const DEFAULTS = {
  light: { color: '#1d2428', placeholder: '#6b7780', icon: '#566169', invalid: '#b3261e' },
  night: { color: '#e6eaec', placeholder: '#97a3ab', icon: '#a2adb4', invalid: '#ff9a90' },
}

const TEXT_PROPERTIES = [
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textTransform',
]

/**
 * @param {{ style?: Record<string, any>, theme?: string }} options
 * @param {HTMLElement} root
 */
export const applyStyle = ({ style = {}, theme }, root) => {
  const fallback = theme === 'night' ? DEFAULTS.night : DEFAULTS.light
  const { base = {}, invalid = {}, complete = {}, empty = {} } = style
  const colour = base.color ?? fallback.color
  const variables = {
    '--text': colour,
    '--background': base.backgroundColor ?? 'transparent',
    '--placeholder': base['::placeholder']?.color ?? fallback.placeholder,
    '--icon': base.iconColor ?? fallback.icon,
    '--invalid': invalid.color ?? fallback.invalid,
    '--invalid-icon': invalid.iconColor ?? invalid.color ?? fallback.invalid,
    '--complete': complete.color ?? colour,
    '--empty': empty.color ?? colour,
  }
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
  for (const name of TEXT_PROPERTIES) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    root.style.setProperty(property, base[name] ?? '')
  }
}
