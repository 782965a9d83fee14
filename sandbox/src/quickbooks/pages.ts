// The company as a person sees it.
import type { FastifyInstance } from 'fastify'
import type { QuickBooks } from './quickbooks.ts'
export const registerPages = (_app: FastifyInstance, _quickbooks: QuickBooks): void => {}
