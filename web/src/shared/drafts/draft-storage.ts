// Where this tab keeps drafts. The landing page needs no more of them, so it loads only this file.
import { openStorage } from './browser-storage.ts'

const KEY = 'invoice-desk.drafts'
const storage = openStorage(() => window.sessionStorage)

export const readDrafts = () => storage.getItem(KEY)
export const storeDrafts = (text: string) => storage.setItem(KEY, text)
export const clearDrafts = () => storage.removeItem(KEY)
