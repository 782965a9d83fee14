// Today's date in the business's time zone.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { pageSettings } from '../api/page-settings.ts'

export const today = (): string => businessDay(Date.now(), pageSettings.timeZone)
