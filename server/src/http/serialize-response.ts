// Writes answers as JSON by the contract, which drops fields that aren't in it.
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import { answerSchemaOf } from './openapi.ts'

type Serialize = (answer: unknown) => string

const compiled = new WeakMap<Endpoint, Serialize>()

/** Compiled with the first answer: all of them at once would delay the start by a third of a second. */
export const serializerOf =
  (endpoint: Endpoint): Serialize =>
  (answer) => {
    const serialize = compiled.get(endpoint) ?? compileSerializer(endpoint)
    compiled.set(endpoint, serialize)
    return serialize(answer)
  }

export const compileSerializer = ({ response }: Endpoint): Serialize =>
  fastJsonStringify(answerSchemaOf(response, 'draft-7') as unknown as Schema)
