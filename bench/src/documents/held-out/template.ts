// What held-out invoices have in common: their description, tables and sums.
import type { Face, Pen } from '../pen.ts'
import type { Item, Values } from './values.ts'

export type Template = {
  readonly name: string
  readonly currency: string
  readonly taxRate: number
  readonly terms: readonly number[]
  readonly face?: Face
  readonly size?: string | [number, number]
  /** Draws it, and returns what should be found besides the usual values. `amountCents` is the total if it isn't named. */
  readonly draw: (
    pen: Pen,
    values: Values,
  ) => {
    readonly invoiceNumber: string
    readonly vendor: string
    readonly amountCents?: number
    readonly date?: string | null
    readonly dueDate?: string | null
    readonly currency?: string | null
  }
}

type Columns = { readonly x: readonly [number, number, number, number]; readonly y: number }

/** Description, quantity, price and amount. The last three end at their x. Returns the next y. */
export const itemTable = (
  pen: Pen,
  { x: [name, quantity, price, amount], y }: Columns,
  titles: readonly [string, string, string, string],
  items: readonly Item[],
  format: (cents: number) => string,
): number => {
  pen.at(name, y, titles[0], { size: 8, bold: true }).to(quantity, y, titles[1], { size: 8 })
  pen.to(price, y, titles[2], { size: 8 }).to(amount, y, titles[3], { size: 8 })
  pen.rule(name, y + 13, amount - name)
  items.forEach((item, index) => {
    const line = y + 20 + index * 16
    pen.at(name, line, item.name).to(quantity, line, String(item.quantity))
    pen.to(price, line, format(item.unitCents))
    pen.to(amount, line, format(item.quantity * item.unitCents))
  })
  return y + 30 + items.length * 16
}

/** Labels that start at one x, values that end at another. */
export const sums = (
  pen: Pen,
  { label, value, y }: { readonly label: number; readonly value: number; readonly y: number },
  rows: readonly (readonly [string, string])[],
): number => {
  rows.forEach(([name, amount], index) => {
    const bold = index === rows.length - 1
    pen.at(label, y + index * 17, name, { bold }).to(value, y + index * 17, amount, { bold })
  })
  return y + rows.length * 17
}
