// What proves a figure, and how a program of them runs: those that the command line names, each printing its table
// and with `--write` keeping it in docs/reliability.md.
import { writeSection } from './reliability-file.ts'
import { tableLines } from './table.ts'
import { describeMachine } from './write-down.ts'

export type Result = {
  readonly figure: string
  /** What was done, with its counts. */
  readonly done: string
  readonly result: string
  /** Each a sentence; none when the figure is reached. */
  readonly problems: readonly string[]
}

export type FigureOf<Options> = {
  readonly name: string
  readonly run: (options: Options) => Promise<readonly Result[]>
}

export type Flags = {
  /** `--name=value` on the command line. */
  text(name: string, otherwise: string): string
  number(name: string, otherwise: number): number
}

type Program<Options> = {
  /** Names its sections. */
  readonly name: string
  readonly introduction: string
  readonly figures: readonly FigureOf<Options>[]
  readonly readOptions: (flags: Flags) => Options
}

const PROBLEMS_SHOWN_MAX = 50

/** Answers with the exit code: 0 when there was something to do and every figure was reached. */
export const runFigures = async <Options extends { readonly seed: number }>(
  { name: program, introduction, figures, readOptions }: Program<Options>,
  args: readonly string[],
): Promise<number> => {
  const options = readOptions(flagsOf(args))
  const words = args.filter((each) => !each.startsWith('-'))
  const chosen = figures.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  const isWritten = args.includes('--write')
  if (isWritten) await writeSection(program, introduction)
  const problems: string[] = []
  for (const { name, run } of chosen) {
    const results = await run(options)
    const lines = linesOf(results)
    console.log(`\n${name}, seed ${options.seed}\n\n${lines.join('\n')}`)
    problems.push(...results.flatMap((each) => each.problems.map((p) => `${each.figure}: ${p}`)))
    if (!isWritten) continue
    const origin = `${await describeMachine()}, seed ${options.seed}`
    await writeSection(`${program}-${name}`, [origin, lines.join('\n')].join('\n\n'))
  }
  for (const problem of problems.slice(0, PROBLEMS_SHOWN_MAX)) console.log(problem)
  return problems.length === 0 && chosen.length > 0 ? 0 : 1
}

const flagsOf = (args: readonly string[]): Flags => {
  const text: Flags['text'] = (name, otherwise) =>
    args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise
  return { text, number: (name, otherwise) => Number(text(name, String(otherwise))) }
}

const linesOf = (results: readonly Result[]): string[] =>
  tableLines(
    results.map(({ figure, done, result, problems }) => ({
      figure,
      done,
      result,
      reached: problems.length === 0 ? 'yes' : `no (${problems.length})`,
    })),
  )
