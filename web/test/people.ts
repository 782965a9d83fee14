// Who uses a page in a test.
import { TOOLS } from '@invoice-desk/contract/identity/tools'

export type Person = { readonly email: string; readonly name: string; readonly picture: string }

export const STAFF: Person = {
  email: 'sam.staff@harborfinch.example',
  name: 'Sam Staff',
  picture: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
}

export const ADMIN: Person = {
  email: 'ada.admin@harborfinch.example',
  name: 'Ada Admin',
  picture: STAFF.picture,
}

/** For pages that an administrator opens. */
export const asAdmin = { 'GET /api/account': { ...ADMIN, admin: true, tools: TOOLS } }
