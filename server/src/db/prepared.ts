// Builds a statement once and runs it on any connection. Building one costs up to half a millisecond.
import { Column, is, SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './client.ts'

/** Only builds. Running a statement on it fails. */
const builder: Db = drizzle({} as pg.PoolClient)

type Buildable<Statement> = { prepare(name: string): Statement }

export const prepared = <Statement extends object>(
  build: (db: Db) => Buildable<Statement>,
): ((db: Db) => Statement) => {
  let built: Statement | undefined
  return (db) => {
    // With an empty name, because `client.ts` names every statement by its text.
    built ??= withMapper(build(builder).prepare(''))
    // Drizzle ties a statement to the connection that it was built on.
    return Object.create(built, { client: { value: db.$client } })
  }
}

/** The same for a statement that comes in a few shapes, such as with and without a filter. */
export const preparedFor = <Shape, Statement extends object>(
  build: (db: Db, shape: Shape) => Buildable<Statement>,
): ((db: Db, shape: Shape) => Statement) => {
  const statements = new Map<string, (db: Db) => Statement>()
  return (db, shape) => {
    const key = JSON.stringify(shape)
    const statement = statements.get(key) ?? prepared((builder) => build(builder, shape))
    statements.set(key, statement)
    return statement(db)
  }
}

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Expression = { readonly decoder: Decoder }
type Field = Column | SQL | SQL.Aliased

/** Drizzle would find out how to read a column again for each row. */
const withMapper = <Statement extends object>(statement: Statement): Statement => {
  const { fields } = statement as { fields?: { path: string[]; field: Field }[] }
  // Drizzle maps nested objects.
  if (!fields?.every(({ path }) => path.length === 1)) return statement
  const columns = fields.map(({ path, field }) => ({
    name: path.join(),
    decoder: decoderOf(field),
  }))
  const toRow = (values: readonly unknown[]) => {
    const row: Record<string, unknown> = {}
    columns.forEach(({ name, decoder }, n) => {
      const value = values[n]
      row[name] = value === null ? null : decoder.mapFromDriverValue(value)
    })
    return row
  }
  return Object.assign(statement, { customResultMapper: (rows: unknown[][]) => rows.map(toRow) })
}

const decoderOf = (field: Field): Decoder => {
  if (is(field, Column)) return field
  return ((is(field, SQL) ? field : field.sql) as unknown as Expression).decoder
}
