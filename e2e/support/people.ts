// The people of the sample business, as its identity provider knows them.

export const BUSINESS = 'Harbor & Finch Studio'
export const CONTACT = 'billing@harborfinch.example'
export const STAFF = { email: 'sam.staff@harborfinch.example', name: 'Sam Staff' }
export const ADMIN = { email: 'ada.admin@harborfinch.example', name: 'Ada Admin' }
export const STRANGER = { email: 'stranger@elsewhere.example', name: 'Sidney Stranger' }
