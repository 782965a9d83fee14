// Turns rows into charges: combines rows of the same charge, counts refused rows and lists the first problems.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportReport } from '@invoice-desk/contract/retailer/retailer'
import { IMPORT_PROBLEMS_MAX, IMPORT_ROWS_MAX } from '@invoice-desk/contract/values/limits'
import { AppError } from '../../../lib/app-error.ts'
import { RowProblem } from './cells.ts'
import { type Charge, chargeId } from './charge.ts'
import type { Format, Row } from './formats.ts'

type Problem = ImportReport['problems'][number]
/** A row as part of a charge. */
type Piece = Omit<Charge, 'id'>

/** The content of a file. `charges` has each id once; `repeated` counts duplicate rows. */
export type Gathered = {
  readonly charges: readonly Charge[]
  readonly repeated: number
} & Pick<ImportReport, 'format' | 'rows' | 'skipped' | 'refused' | 'problems'>

type Group = { piece: Piece | undefined; lines: number[]; refusedLine: number | undefined }

/** After this many rows, other requests get a turn. */
const TURN = 2_000

export const createGathering = (format: Format) => {
  const groups = new Map<string, Group>()
  const single: Piece[] = []
  const problems: Problem[] = []
  let [rows, skipped, refused] = [0, 0, 0]

  const refuse = (line: number, reason: string) => {
    refused += 1
    if (problems.length < IMPORT_PROBLEMS_MAX) problems.push({ line, reason })
  }

  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? { piece: undefined, lines: [], refusedLine: undefined }
    groups.set(key, group)
    return group
  }

  return {
    take: (line: number, row: Row): void => {
      rows += 1
      if (rows > IMPORT_ROWS_MAX) throw new AppError('import_too_many_rows')
      if (format.isSkipped(row)) {
        skipped += 1
        return
      }
      const group = format.groupOf && groupOf(format.groupOf(row))
      try {
        const piece = format.readRow(row)
        if (group) {
          group.piece = group.piece ? joinPieces(format, group.piece, piece) : piece
          group.lines.push(line)
        } else {
          single.push(piece)
        }
      } catch (error) {
        if (!(error instanceof RowProblem)) throw error
        refuse(line, error.message)
        // A sum without this row would be wrong, so it invalidates the whole group.
        if (group) group.refusedLine ??= line
      }
    },

    finish: async (): Promise<Gathered> => {
      const charges = new Map<string, Charge>()
      let repeated = 0
      for (const [n, piece] of single.entries()) {
        if (!addCharge(charges, piece, false)) repeated += 1
        if (n % TURN === 0) await nextTurn()
      }
      for (const [n, { piece, lines, refusedLine }] of [...groups.values()].entries()) {
        if (refusedLine !== undefined) {
          for (const line of lines) {
            refuse(line, `It's part of the same charge as line ${refusedLine}, which we rejected.`)
          }
        } else if (piece?.amountCents === 0) {
          skipped += lines.length
        } else if (piece) {
          addCharge(charges, piece, true)
        }
        if (n % TURN === 0) await nextTurn()
      }
      problems.sort((a, b) => a.line - b.line)
      const counted = { format: format.name, rows, skipped, refused, problems }
      return { ...counted, charges: [...charges.values()], repeated }
    },
  }
}

const joinPieces = ({ groupAmount }: Format, first: Piece, next: Piece): Piece => {
  const date = first.date.localeCompare(next.date) < 0 ? first.date : next.date
  if (groupAmount === 'sum') {
    return { ...first, date, amountCents: first.amountCents + next.amountCents }
  }
  if (next.amountCents === first.amountCents) return { ...first, date }
  throw new RowProblem('The rows of this payment have different amounts.')
}

/** Equal groups are different charges, but equal single rows are duplicates. */
const addCharge = (charges: Map<string, Charge>, piece: Piece, isGroup: boolean): boolean => {
  let id = chargeId(piece)
  for (let n = 1; isGroup && charges.has(id); n += 1) id = chargeId(piece, n)
  if (charges.has(id)) return false
  charges.set(id, { id, ...piece })
  return true
}
