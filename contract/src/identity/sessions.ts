// Endpoints for the browsers in which a person on the staff is signed in.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { uuid } from '../values/ids.ts'

const staffSession = z.object({
  id: z.uuid(),
  /** Such as `Chrome on Windows`. */
  browser: z.string(),
  /** Where the person signed in from; of an IPv6 address, the network. */
  address: z.string(),
  signedInAt: z.iso.datetime(),
  /** Up to an hour old. */
  usedAt: z.iso.datetime(),
  isThis: z.boolean(),
})
export type StaffSession = z.infer<typeof staffSession>

export const listSessions = {
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'The browsers in which the caller is signed in',
  access: 'staff',
  response: z.object({ sessions: z.array(staffSession) }),
} as const satisfies Endpoint

export const endSessions = {
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: "Sign out of one of the caller's browsers, or of `all` of them",
  access: 'staff',
  body: z.object({ id: uuid.or(z.literal('all')) }),
  response: z.object({}),
} as const satisfies Endpoint
