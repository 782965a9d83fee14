// Who may import whom. A file matching `from` may not import what matches `to`, unless that matches `except`,
// in which `$1` stands for what `from` captured. Targets are paths of ours (`server/src/app.ts`),
// packages (`npm:zod`) or Node's own modules (`node:fs`).

/** @type {readonly { from: RegExp, to: RegExp, except?: string, why: string }[]} */
export const BOUNDARY_RULES = [
  // Rooms: web → contract ← server, and the sandbox by itself.
  {
    from: /^(contract|server|web|sandbox)\//,
    to: /^(contract|server|web|sandbox|testing|e2e|bench|scripts)\//,
    except: '^($1|contract)/',
    why: 'rooms meet only in the contract',
  },
  {
    from: /^sandbox\//,
    to: /^contract\//,
    why: 'the sandbox speaks the provider’s language, not ours',
  },
  {
    from: /^testing\//,
    to: /^(web|e2e|bench)\//,
    why: 'what tests share knows none of those who use it',
  },
  {
    from: /^contract\//,
    to: /^(npm|node):/,
    except: '^npm:zod$',
    why: 'the contract holds only Zod',
  },

  // Server: routes → service → queries | providers; a feature reads another's queries, never its service.
  {
    from: /^server\/src\/(db|http|jobs|providers|features)\//,
    to: /^server\/src\/(main|desk|app)\.ts$/,
    why: 'no part looks back at the whole',
  },
  {
    from: /^server\/src\/providers\//,
    to: /^server\/src\/(features|http|jobs|db)\//,
    why: 'a provider knows only its outside service',
  },
  {
    from: /^server\/src\/db\//,
    to: /^server\/src\/(features|http|jobs|providers)\//,
    why: 'the database knows nobody above it',
  },
  {
    from: /^server\/src\/(?:http|jobs)\//,
    to: /^server\/src\/features\//,
    why: 'what serves every feature knows none',
  },
  {
    from: /^server\/src\/features\/([\w-]+)\//,
    to: /^server\/src\/features\//,
    except: '^server/src/features/($1/|(?:[\\w-]+/)+queries\\.ts$)',
    why: 'of another feature only its queries are read',
  },
  {
    from: /^server\/src\/features\/.*\/routes\.ts$/,
    to: /^server\/src\/(providers\/|features\/.*\/queries\.ts$)/,
    why: 'routes ask their service',
  },
  {
    from: /^server\/src\/features\/(?!.*\/routes\.ts$)/,
    to: /^server\/src\/features\/.*\/routes\.ts$/,
    why: 'nothing stands on routes',
  },
  {
    from: /^server\/src\/features\/.*\/queries\.ts$/,
    to: /^server\/src\/(providers\/|http\/|jobs\/|features\/.*\/service\.ts$)/,
    why: 'queries only read and write rows',
  },

  // Web: app → pages → features → shared; features do not cross.
  {
    from: /^web\/src\/pages\//,
    to: /^web\/src\/(app\/|main\.)/,
    why: 'pages do not know the app around them',
  },
  {
    from: /^web\/src\/features\/([\w-]+)\//,
    to: /^web\/src\//,
    except: '^web/src/(features/$1|shared)/',
    why: 'a feature stands on shared parts alone',
  },
  {
    from: /^web\/src\/shared\//,
    to: /^web\/src\//,
    except: '^web/src/shared/',
    why: 'shared parts know nobody above them',
  },
]
