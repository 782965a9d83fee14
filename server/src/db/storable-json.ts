// Writes JSON for the database, which refuses a NUL and half of a surrogate pair. Text from outside can have both, and
// must not keep us from storing the amounts beside it.

const storableText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value

export const storableJson = (value: unknown): string => JSON.stringify(value, storableText)
