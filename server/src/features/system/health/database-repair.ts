// Builds the statements that give the app's user the privileges it lacks in the database.
import { type DatabaseFacts, SCHEMAS } from './database-facts.ts'

/** Empty if it lacks none. */
export const repairStatements = (facts: DatabaseFacts): string[] => {
  const { mayCreateSchemas, closedSchemas, foreignTables, quotedDatabase, quotedUser } = facts
  return [
    ...(mayCreateSchemas ? [] : [`GRANT CREATE ON DATABASE ${quotedDatabase} TO ${quotedUser};`]),
    ...closedSchemas.map((name) =>
      name === 'public'
        ? `GRANT CREATE, USAGE ON SCHEMA public TO ${quotedUser};`
        : `ALTER SCHEMA ${name} OWNER TO ${quotedUser};`,
    ),
    ...(foreignTables === 0 ? [] : [takeOver(quotedUser)]),
  ]
}

const SCHEMA_LIST = `(${SCHEMAS.map((name) => `'${name}'`).join(', ')})`

/** Functions and types of an extension stay with it. */
const OBJECTS = `
  SELECT format('TABLE %I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname IN ${SCHEMA_LIST}
  UNION ALL SELECT 'ROUTINE ' || p.oid::regprocedure FROM pg_proc p
    WHERE pronamespace::regnamespace::text IN ${SCHEMA_LIST}
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  UNION ALL SELECT 'TYPE ' || oid::regtype FROM pg_type
    WHERE typtype = 'e' AND typnamespace::regnamespace::text IN ${SCHEMA_LIST}`.replace(/\s+/g, ' ')

/** For a dump that another user restored. PostgreSQL refuses REASSIGN OWNED BY postgres. */
const takeOver = (quotedUser: string): string =>
  `DO $$ DECLARE item text; BEGIN FOR item IN${OBJECTS} LOOP EXECUTE 'ALTER ' || item || $o$ OWNER TO ${quotedUser}$o$; END LOOP; END $$;`
