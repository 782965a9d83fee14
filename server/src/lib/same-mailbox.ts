// Recognizes different spellings of one mailbox.

/** `jane+invoices@x.example` arrives at `jane@x.example`. Gmail ignores dots and has two names. */
export const mailboxOf = (email: string): string => {
  const address = email.toLowerCase()
  const isPlain = !address.includes('+') && !IS_GMAIL.test(address)
  if (isPlain) return address
  const [name = '', host = ''] = address.split('@')
  const plain = name.replace(/\+.*/, '')
  return IS_GMAIL.test(address) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}

export const isSameMailbox = (a: string, b: string): boolean =>
  a === b || mailboxOf(a) === mailboxOf(b)

const IS_GMAIL = /@(gmail|googlemail)\.com$/
