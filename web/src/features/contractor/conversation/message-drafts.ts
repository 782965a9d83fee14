// Unsent messages by email and bill, kept in this tab until they're sent or the contractor leaves.
import { z } from 'zod'
import { keepJson, openStorage, readJson } from '../../../shared/drafts/browser-storage.ts'

const KEY = 'invoice-desk.messages'

const storage = openStorage(() => window.sessionStorage)
const readTexts = () => readJson(storage, KEY, z.record(z.string(), z.string())) ?? {}

export const messageDrafts = {
  read: (name: string): string => readTexts()[name] ?? '',
  keep: (name: string, text: string) =>
    keepJson(storage, KEY, { ...readTexts(), [name]: text || undefined }),
}

export const clearMessageDrafts = () => storage.removeItem(KEY)
