// Every answer can be written. If one couldn't, a call would fail after its work is done, such as a payment.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { expect, it } from 'vitest'
import { compileSerializer } from './serialize-response.ts'

const CONTRACT = fileURLToPath(new URL('../../../contract/src/', import.meta.url))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'response' in value

it('compiles the serializer of each endpoint', async () => {
  const files = globSync('*/*.ts', { cwd: CONTRACT }).filter((file) => !file.includes('.test.'))
  const modules = await Promise.all(files.map((file) => import(CONTRACT + file)))
  const endpoints = modules.flatMap((module) => Object.values<unknown>(module)).filter(isEndpoint)
  expect(endpoints.length).toBeGreaterThan(60)
  for (const endpoint of endpoints) expect(compileSerializer(endpoint)).toBeTypeOf('function')
})
