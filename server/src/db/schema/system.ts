// Tables for what administrators set about the business, the last test of each service, and the go-live list.
import type { BusinessSettings } from '@invoice-desk/contract/system/business-settings'
import {
  type Finding,
  GO_LIVE_STEPS,
  type GoLiveStep,
  SERVICE_NAMES,
  type Service,
} from '@invoice-desk/contract/system/service-checks'
import { sql } from 'drizzle-orm'
import { check, customType, pgTable } from 'drizzle-orm/pg-core'
import { at, isOneOf } from './common.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** One row. A setting that isn't in `settings` follows the environment. */
export const storedSettings = pgTable(
  'stored_settings',
  (t) => ({
    single: t.integer().primaryKey().default(1),
    settings: t.jsonb().$type<Partial<BusinessSettings>>().notNull().default({}),
    logo: bytes('logo'),
    logoType: t.text('logo_type').$type<'image/png' | 'image/jpeg'>(),
    /** Changes with every change of this row. */
    version: t.integer().notNull().default(0),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
  }),
  (table) => [
    check('stored_settings_single', sql`${table.single} = 1`),
    check('stored_settings_object', sql`jsonb_typeof(${table.settings}) = 'object'`),
    check('stored_settings_logo', sql`num_nulls(${table.logo}, ${table.logoType}) IN (0, 2)`),
    check('stored_settings_type', sql.raw(isOneOf('logo_type', ['image/png', 'image/jpeg']))),
  ],
)

/** What the last test of a service found. */
export const serviceTest = pgTable(
  'service_test',
  (t) => ({
    service: t.text().$type<Service>().primaryKey(),
    findings: t.jsonb().$type<Finding[]>().notNull(),
    testedAt: at('tested_at').notNull().default(sql`now()`),
    testedBy: t.text('tested_by').notNull(),
  }),
  () => [check('service_test_service', sql.raw(isOneOf('service', SERVICE_NAMES)))],
)

/** The steps of the go-live list that are done. */
export const goLiveDone = pgTable(
  'go_live_done',
  (t) => ({
    step: t.text().$type<GoLiveStep>().primaryKey(),
    doneAt: at('done_at').notNull().default(sql`now()`),
    doneBy: t.text('done_by').notNull(),
  }),
  () => [check('go_live_done_step', sql.raw(isOneOf('step', GO_LIVE_STEPS)))],
)
