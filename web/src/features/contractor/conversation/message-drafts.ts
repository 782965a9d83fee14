// Unsent messages by email and bill, kept in this tab until they're sent or the contractor leaves.
import { z } from 'zod'
import { openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepJson, readJson } from '../../../shared/drafts/stored-json.ts'

const KEY = 'invoice-desk.messages'

const storage = openStorage(() => window.sessionStorage)
const readTexts = () => readJson(storage, KEY, z.record(z.string(), z.string())) ?? {}

export const messageDrafts = {
  read: (name: string): string => readTexts()[name] ?? '',
  keep: (name: string, text: string) =>
    keepJson(storage, KEY, { ...readTexts(), [name]: text || undefined }),
}

export const clearMessageDrafts = () => storage.removeItem(KEY)
