// Builds prepared statements once per pool or transaction.
import type { Db } from './client.ts'

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
