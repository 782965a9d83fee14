// Statements that nearly every request runs: put together once, and planned once a connection instead of every time.
import type { Db } from './client.ts'

/** Builds the statement on its first use with a pool or a transaction, and finds it again after that. */
export const prepared = <Statement>(build: (db: Db) => Statement): ((db: Db) => Statement) => {
  const built = new WeakMap<Db, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
