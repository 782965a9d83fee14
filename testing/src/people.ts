// The sample business and the email addresses of its people, as its identity provider knows them.

export const BUSINESS = 'Harbor & Finch Studio'
export const CONTACT = 'billing@harborfinch.example'
export const STAFF = 'sam.staff@harborfinch.example'
export const ADMIN = 'ada.admin@harborfinch.example'
export const STRANGER = 'stranger@elsewhere.example'
