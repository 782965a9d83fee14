// Reads the operations from our OpenAPI document.
import type { Caller } from '../http/caller.ts'

export type JsonSchema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

export type Operation = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly access: string
  readonly query: readonly { readonly name: string; readonly schema: JsonSchema }[]
  /** Undefined if it takes no body, or raw bytes. */
  readonly body: JsonSchema | undefined
  readonly isForm: boolean
  /** By status, the codes that the contract names for it. */
  readonly codes: ReadonlyMap<number, readonly string[]>
}

type Described = {
  readonly description: string
  readonly parameters?: Operation['query']
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> }
  readonly responses: Record<string, { description: string }>
}

export const readOperations = async ({ url }: Pick<Caller, 'url'>): Promise<Operation[]> => {
  const answer = await fetch(`${url}/api/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method, path, described)),
  )
}

const operationOf = (method: string, path: string, described: Described): Operation => {
  const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? []
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    access: described.description.replace('Access: ', ''),
    query: described.parameters ?? [],
    body: content?.schema,
    isForm: type === 'multipart/form-data',
    codes: new Map(
      Object.entries(described.responses).map(([status, { description }]) => [
        Number(status),
        [...description.matchAll(/`(\w+)`:/g)].map(([, code = '']) => code),
      ]),
    ),
  }
}
