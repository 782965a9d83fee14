// Parses Stripe's form bodies and queries, such as `metadata[order]=1&expand[0]=latest_charge`, and checks their values.
import { invalidChoice, invalidRequest, missingParameter, unknownParameter } from './fault.ts'

export type FormValue = string | FormTree
export type FormTree = { readonly [name: string]: FormValue }

type Growing = { [name: string]: string | Growing }

const DEPTH_MAX = 5
const FIELDS_MAX = 1_000

export const parseForm = (text: string): FormTree => {
  const tree = emptyTree()
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    const path = pathOf(name)
    if (count > FIELDS_MAX || path.length > DEPTH_MAX) throw invalidRequest('Invalid request.')
    put(tree, path, value)
  }
  return tree
}

/** Without a prototype, so a field named `constructor` is just a field. */
const emptyTree = (): Growing => Object.create(null) as Growing

const pathOf = (name: string): string[] => {
  const [head = ''] = name.split('[', 1)
  return [head, ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')]
}

const put = (tree: Growing, [head = '', ...rest]: readonly string[], value: string): void => {
  // `expand[]=a&expand[]=b` is numbered in order.
  const name = head === '' ? String(Object.keys(tree).length) : head
  if (rest.length === 0) {
    tree[name] = value
    return
  }
  const below = tree[name]
  const branch = typeof below === 'object' ? below : emptyTree()
  tree[name] = branch
  put(branch, rest, value)
}

export const allowOnly = (tree: FormTree, names: readonly string[]): void => {
  const extra = Object.keys(tree).find((name) => !names.includes(name))
  if (extra !== undefined) throw unknownParameter(extra)
}

/** Limit of a text whose own limit isn't documented. */
const TEXT_LENGTH_MAX = 5_000

/** Undefined for an empty string too: to Stripe, that means "unset". */
export const textOf = (
  tree: FormTree,
  name: string,
  lengthMax = TEXT_LENGTH_MAX,
): string | undefined => {
  const value = tree[name]
  if (typeof value === 'object') throw invalidRequest('Invalid string', { param: name })
  if (value !== undefined && value.length > lengthMax)
    throw invalidRequest(`Invalid string: must be at most ${lengthMax} characters`, { param: name })
  return value === '' ? undefined : value
}

export const requiredText = (tree: FormTree, name: string): string => {
  const text = textOf(tree, name)
  if (text === undefined) throw missingParameter(name)
  return text
}

export const integerOf = (tree: FormTree, name: string): number | undefined => {
  const text = textOf(tree, name)
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(number))
    throw invalidRequest(`Invalid integer: ${text}`, {
      code: 'parameter_invalid_integer',
      param: name,
    })
  return number
}

export const booleanOf = (tree: FormTree, name: string): boolean | undefined => {
  const text = textOf(tree, name)
  if (text === undefined) return undefined
  if (text !== 'true' && text !== 'false')
    throw invalidRequest(`Invalid boolean: ${text}`, { param: name })
  return text === 'true'
}

export const choiceOf = <T extends string>(
  tree: FormTree,
  name: string,
  choices: readonly T[],
): T | undefined => {
  const text = textOf(tree, name)
  if (text === undefined) return undefined
  const choice = choices.find((one) => one === text)
  if (!choice) throw invalidChoice(name, choices)
  return choice
}

export const treeOf = (tree: FormTree, name: string): FormTree | undefined => {
  const value = tree[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param: name })
  return value
}

export const listOf = (tree: FormTree, name: string): string[] => {
  const value = tree[name]
  if (value === undefined || value === '') return []
  if (typeof value === 'string') throw invalidRequest('Invalid array', { param: name })
  return Object.values(value).filter((one) => typeof one === 'string')
}

const METADATA_KEYS_MAX = 50
const METADATA_KEY_LENGTH_MAX = 40
const METADATA_VALUE_LENGTH_MAX = 500

export const metadataOf = (tree: FormTree): Record<string, string> => {
  const metadata: Record<string, string> = {}
  for (const [key, value] of Object.entries(treeOf(tree, 'metadata') ?? {})) {
    const param = `metadata[${key}]`
    if (typeof value !== 'string') throw invalidRequest('Invalid string', { param })
    if (key.length > METADATA_KEY_LENGTH_MAX)
      throw invalidRequest('Metadata keys can have up to 40 characters.', { param })
    if (value.length > METADATA_VALUE_LENGTH_MAX)
      throw invalidRequest(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        { param },
      )
    if (value !== '') metadata[key] = value
  }
  if (Object.keys(metadata).length > METADATA_KEYS_MAX)
    throw invalidRequest('Metadata can have up to 50 keys.', { param: 'metadata' })
  return metadata
}

export const emailOf = (tree: FormTree, name: string, param: string): string | null => {
  const email = textOf(tree, name) ?? null
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param })
  return email
}
