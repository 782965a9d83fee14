// A statement in plain SQL, for what the query builder can't express well. Its text is the same in every call.
import type pg from 'pg'
import type { Db } from './client.ts'

export const statement =
  <Row extends object>(text: string) =>
  async (db: Db, ...values: readonly unknown[]): Promise<Row[]> =>
    (await (db.$client as Pick<pg.Pool, 'query'>).query({ text }, [...values])).rows
