// Recognizes different spellings of one mailbox.

/** `jane+invoices@x.example` arrives at `jane@x.example`, and Gmail ignores dots. */
export const mailboxOf = (email: string): string => {
  const address = email.toLowerCase()
  const isPlain = !address.includes('+') && !address.endsWith('@gmail.com')
  if (isPlain) return address
  const [name = '', host = ''] = address.split('@')
  const plain = name.replace(/\+.*/, '')
  return `${host === 'gmail.com' ? plain.replaceAll('.', '') : plain}@${host}`
}
