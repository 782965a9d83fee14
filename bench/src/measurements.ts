// Runs the measurements of a program that the command line names, prints their tables, and with `--write` stores
// them in docs/reliability.md.
import { describeMachine, writeSection } from './docs-file.ts'
import { tableLines } from './table.ts'

export type Result = {
  readonly measurement: string
  /** What was done, with its counts. */
  readonly setup: string
  readonly result: string
  /** One sentence each; empty if the measurement passed. */
  readonly problems: readonly string[]
}

export type Measurement<Options> = {
  readonly name: string
  readonly run: (options: Options) => Promise<readonly Result[]>
}

type Flags = {
  /** `--name=value` on the command line. */
  text(name: string, fallback: string): string
  number(name: string, fallback: number): number
}

type Program<Options> = {
  readonly name: 'faults' | 'abuse'
  readonly measurements: readonly Measurement<Options>[]
  readonly readOptions: (flags: Flags) => Options
}

const PROBLEMS_SHOWN_MAX = 50

/** Returns the exit code: 0 if at least one measurement ran and all of them passed. */
export const runMeasurements = async <Options extends { readonly seed: number }>(
  { name: program, measurements, readOptions }: Program<Options>,
  args: readonly string[],
): Promise<number> => {
  const options = readOptions(flagsOf(args))
  const words = args.filter((each) => !each.startsWith('-'))
  const chosen = measurements.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  const problems: string[] = []
  for (const { name, run } of chosen) {
    const results = await run(options)
    const lines = tableLines(results.map(rowOf)).join('\n')
    console.log(`\n${name}, seed ${options.seed}\n\n${lines}`)
    problems.push(
      ...results.flatMap((each) => each.problems.map((p) => `${each.measurement}: ${p}`)),
    )
    if (!args.includes('--write')) continue
    const origin = `${await describeMachine()}, seed ${options.seed}`
    await writeSection('reliability.md', `${program}-${name}`, `${origin}\n\n${lines}`)
  }
  for (const problem of problems.slice(0, PROBLEMS_SHOWN_MAX)) console.log(problem)
  return problems.length === 0 && chosen.length > 0 ? 0 : 1
}

const flagsOf = (args: readonly string[]): Flags => {
  const text: Flags['text'] = (name, fallback) =>
    args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback
  return { text, number: (name, fallback) => Number(text(name, String(fallback))) }
}

const rowOf = ({ problems, ...cells }: Result) => ({
  ...cells,
  passed: problems.length === 0 ? 'yes' : `no (${problems.length})`,
})
