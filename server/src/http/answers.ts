// Writes answers as JSON by the contract, which drops fields that aren't in it.
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import { answerSchemaOf } from './openapi.ts'

type Serialize = (answer: unknown) => string

const compiled = new WeakMap<Endpoint, Serialize>()

/** Compiled with the first answer: all of them at once would delay the start by a third of a second. */
export const serializerOf =
  (endpoint: Endpoint): Serialize =>
  (answer) => {
    let serialize = compiled.get(endpoint)
    if (!serialize) {
      const schema = answerSchemaOf(endpoint.response, 'draft-7') as unknown as Schema
      serialize = fastJsonStringify(schema)
      compiled.set(endpoint, serialize)
    }
    return serialize(answer)
  }
