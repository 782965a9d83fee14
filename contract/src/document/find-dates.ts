// Finds the days in a text. A day such as 03/04/2026 has two readings.

export type Order = 'day first' | 'month first'

export type FoundDate = {
  readonly index: number
  readonly end: number
  /** YYYY-MM-DD. The second is undefined unless the order matters. */
  readonly dayFirst?: string
  readonly monthFirst?: string
  /** `11.03.2026`. Few people write the month first with periods, but some do. */
  readonly hasPeriods: boolean
}

const MONTH_NAMES = [
  'january januar janvier enero gennaio januari janeiro stycznia styczen',
  'february februar fevrier febrero febbraio februari fevereiro lutego luty',
  'march marz maerz mars marzo maart mrt marco marca marzec',
  'april avril abril aprile kwietnia kwiecien',
  'may mai mayo maggio mei maio maja maj',
  'june juni juin junio giugno junho czerwca czerwiec',
  'july juli juillet julio luglio julho lipca lipiec',
  'august aout agosto augustus sierpnia sierpien',
  'september septembre septiembre settembre setembro wrzesnia wrzesien',
  'october oktober octobre octubre ottobre outubro pazdziernika pazdziernik',
  'november novembre noviembre novembro listopada listopad',
  'december dezember decembre diciembre dicembre dezembro grudnia grudzien',
] as const

/** Whole names, and whatever they can be cut to. `jui` isn't among them, because it's June and July. */
const MONTHS = (() => {
  const months = new Map<string, number>()
  const cuts = new Map<string, Set<number>>()
  for (const [index, names] of MONTH_NAMES.entries())
    for (const name of names.split(' ')) {
      months.set(name, index + 1)
      for (let length = 3; length < name.length; length += 1) {
        const cut = name.slice(0, length)
        cuts.set(cut, (cuts.get(cut) ?? new Set()).add(index + 1))
      }
    }
  for (const [cut, [month, other]] of cuts)
    if (month !== undefined && other === undefined && !months.has(cut)) months.set(cut, month)
  return months
})()

const START = String.raw`(?<![\p{L}\d/.-])`
const END = String.raw`(?![\p{L}\d]|[/-]\d|\.\d)`
const YEAR = String.raw`(?<year>20\d\d|\d\d)`
const MONTH = String.raw`(?<name>\p{L}{3,12})\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?`

const pattern = (source: string) => new RegExp(START + source + END, 'gu')
const YEAR_FIRST = pattern(
  String.raw`(?<year>20\d\d)(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})`,
)
const DIGITS = pattern(String.raw`(?<a>\d{1,2}) ?(?<mark>[-/.]) ?(?<b>\d{1,2}) ?\k<mark> ?${YEAR}`)
const DAY_NAME = pattern(
  `${DAY}(?: (?:de|of|d') ?| |-|/)${MONTH}(?:,? (?:de|del|of) | ?,? ?|-|/)${YEAR}`,
)
const NAME_DAY = pattern(String.raw`${MONTH} ${DAY} ?,? ?(?<year>20\d\d)`)

/** In order. */
export const findDates = (written: string): FoundDate[] => {
  // Same length, so that the indexes are right.
  const text = written.replace(/[\u2010-\u2015]/g, '-').replace(/[\u00a0\u202f]/g, ' ')
  const found: FoundDate[] = []
  const add = (match: RegExpExecArray, dayFirst?: string, monthFirst?: string) => {
    if (dayFirst === undefined && monthFirst === undefined) return
    const end = match.index + match[0].length
    found.push({
      ...{ index: match.index, end, hasPeriods: match.groups?.mark === '.' },
      ...(dayFirst !== undefined && { dayFirst }),
      ...(monthFirst !== undefined && { monthFirst }),
    })
  }
  for (const match of text.matchAll(YEAR_FIRST)) {
    const { year, month, day } = match.groups ?? {}
    const date = dateOf(year, Number(month), day)
    add(match, date, date)
  }
  for (const match of text.matchAll(DIGITS)) {
    const { a, b, year } = match.groups ?? {}
    add(match, dateOf(year, Number(b), a), dateOf(year, Number(a), b))
  }
  for (const match of [...text.matchAll(DAY_NAME), ...text.matchAll(NAME_DAY)]) {
    const { year, name = '', day } = match.groups ?? {}
    const date = dateOf(year, monthOf(name), day)
    add(match, date, date)
  }
  return found.sort((a, b) => a.index - b.index)
}

const monthOf = (name: string): number => {
  const plain = name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return MONTHS.get(plain) ?? 0
}

const dateOf = (year = '', month: number, day = ''): string | undefined => {
  const date = new Date(Date.UTC(Number(year.padStart(4, '20')), month - 1, Number(day)))
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day)
  return month > 0 && isSame ? date.toISOString().slice(0, 10) : undefined
}
