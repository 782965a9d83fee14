// What day it is for the business, wherever the reader is.
import { businessDay } from '@invoice-desk/contract/business-day'
import { pageSettings } from './page-settings.ts'

export const today = (): string => businessDay(Date.now(), pageSettings.timeZone)
