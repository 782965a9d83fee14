// Joins the text of a PDF, so that amounts can be found in it.
import { flowOf, type Page } from './pdf.ts'

export const textOf = (pages: readonly Page[]): string =>
  pages
    .flatMap(({ pieces, fields, comments }) => [
      flowOf(pieces),
      // A number may be in several pieces. But pieces that are drawn over or before each other have no space between them.
      ...pieces.map(({ text }) => text),
      ...fields,
      ...comments,
    ])
    .join('\n')
