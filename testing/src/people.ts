// The sample business and the email addresses of its people.

export const BUSINESS = 'Harbor & Finch Studio'
export const CONTACT = 'billing@harborfinch.example'
export const STAFF = 'sam.staff@harborfinch.example'
export const ADMIN = 'ada.admin@harborfinch.example'
export const STRANGER = 'stranger@elsewhere.example'
