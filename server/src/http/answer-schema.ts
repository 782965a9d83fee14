// The JSON schema of an answer as this server writes it.
import { z } from 'zod'

/** What pages would put in place of something missing is no concern of the writer: it has to be there. */
export const answerSchemaOf = (response: z.ZodType, target?: 'draft-7') =>
  z.toJSONSchema(response, {
    ...(target && { target }),
    unrepresentable: 'any',
    io: 'output',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
    },
  })
