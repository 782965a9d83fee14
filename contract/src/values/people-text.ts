// Lists people in a sentence.

/** `Ada`, `Ada or Bo`, `Ada and Bo`, `2 of Ada, Bo, and Cy`. */
export const peopleText = (names: readonly string[], needed: number): string => {
  if (needed >= names.length) return ALL.format(names)
  return needed === 1 ? ANY.format(names) : `${needed} of ${ALL.format(names)}`
}

const ALL = new Intl.ListFormat('en-US')
const ANY = new Intl.ListFormat('en-US', { type: 'disjunction' })
