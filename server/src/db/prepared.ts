// Builds a statement once per connection. Building one costs up to half a millisecond.
import type { Db } from './client.ts'

type Buildable<Statement> = { prepare(name: string): Statement }

export const prepared = <Statement extends object>(
  build: (db: Db) => Buildable<Statement>,
): ((db: Db) => Statement) => {
  const only = preparedFor((db) => build(db))
  return (db) => only(db, undefined)
}

/** The same for a statement that comes in a few shapes, such as with and without a filter. */
export const preparedFor = <Shape, Statement extends object>(
  build: (db: Db, shape: Shape) => Buildable<Statement>,
): ((db: Db, shape: Shape) => Statement) => {
  const built = new WeakMap<Db, Map<string, Statement>>()
  return (db, shape) => {
    const statements = built.get(db) ?? new Map<string, Statement>()
    built.set(db, statements)
    const key = JSON.stringify(shape) ?? ''
    // With an empty name, because `client.ts` names every statement by its text.
    const statement = statements.get(key) ?? build(db, shape).prepare('')
    statements.set(key, statement)
    return statement
  }
}
