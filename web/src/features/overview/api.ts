// Queries for the overview's cards and the navigation's counts. Each card loads on its own.
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import {
  getAttention,
  getDecisionTime,
  getFigures,
  getMoneyIn,
  getMoneyOut,
  getWaiting,
  getWorkspaceCounts,
} from '@invoice-desk/contract/overview/overview'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'
import { WORKSPACE } from '../../shared/api/queries.tsx'

const REFRESH_MS = 60_000

type Signal = { readonly signal: AbortSignal }

const card = <T>({ path }: Pick<Endpoint, 'path'>, queryFn: (context: Signal) => Promise<T>) =>
  queryOptions({ queryKey: [...WORKSPACE, path], queryFn, refetchInterval: REFRESH_MS })

export const countsQuery = card(getWorkspaceCounts, ({ signal }) =>
  call(getWorkspaceCounts, { signal }),
)
export const waitingQuery = card(getWaiting, ({ signal }) => call(getWaiting, { signal }))
export const figuresQuery = card(getFigures, ({ signal }) => call(getFigures, { signal }))
export const moneyInQuery = card(getMoneyIn, ({ signal }) => call(getMoneyIn, { signal }))
export const moneyOutQuery = card(getMoneyOut, ({ signal }) => call(getMoneyOut, { signal }))
export const decisionTimeQuery = card(getDecisionTime, ({ signal }) =>
  call(getDecisionTime, { signal }),
)
export const attentionQuery = card(getAttention, ({ signal }) => call(getAttention, { signal }))
