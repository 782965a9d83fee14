// People of the sample business, with the names that pages show.
import * as addresses from '@invoice-desk/testing/people'

export const { BUSINESS, CONTACT } = addresses
export const STAFF = { email: addresses.STAFF, name: 'Sam Staff' }
export const ADMIN = { email: addresses.ADMIN, name: 'Ada Admin' }
export const STRANGER = { email: addresses.STRANGER, name: 'Sidney Stranger' }
