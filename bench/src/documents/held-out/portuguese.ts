// Held-out invoices in Portuguese.
import { itemTable, sums, type Template } from './template.ts'
import { money, numeric } from './values.ts'

const eu = (cents: number) => `${money(cents, 'de-DE')} €`

const portugal: Template = {
  name: 'Portuguese invoice',
  currency: 'EUR',
  taxRate: 23,
  terms: [30],
  size: 'A4',
  draw: (pen, v) => {
    const number = `FT ${v.date.slice(0, 4)}/${v.digits(3)}`
    pen.stack(50, 50, ['Cortiça Viva, Lda', 'Rua do Sobreiro 8, 4000-001 Porto', 'NIF 501234567'])
    pen
      .at(340, 50, `Fatura n.º ${number}`, { size: 13, bold: true })
      .at(340, 70, 'Original', { size: 8 })
    pen.at(50, 130, 'Exmo. Sr.').at(50, 144, 'Adega Velha S.A.')
    pen
      .at(340, 110, 'Data de emissão')
      .at(450, 110, v.date)
      .at(340, 125, 'Data de vencimento')
      .at(450, 125, v.dueDate)
    pen.at(340, 140, 'N.º de cliente').at(450, 140, v.digits(5))
    const y = itemTable(
      pen,
      { x: [50, 340, 430, 545], y: 190 },
      ['Descrição', 'Qtd.', 'Preço', 'Total'],
      v.items,
      eu,
    )
    sums(pen, { label: 350, value: 545, y }, [
      ['Total ilíquido', eu(v.netCents)],
      ['Total IVA', eu(v.taxCents)],
      ['Total a pagar', eu(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Cortiça Viva, Lda' }
  },
}

const brazil: Template = {
  name: 'Brazilian invoice, value in a box at the top',
  currency: 'BRL',
  taxRate: 0,
  terms: [10, 20],
  size: 'A4',
  draw: (pen, v) => {
    const number = v.digits(5)
    const real = (cents: number) => `R$ ${money(cents, 'pt-BR')}`
    pen
      .at(50, 50, 'Ipê Amarelo Serviços Ltda', { bold: true })
      .at(50, 64, 'CNPJ 12.345.678/0001-90', { size: 8 })
    pen.box(50, 90, 490, 40)
    pen
      .at(56, 94, 'Número da fatura', { size: 8 })
      .at(180, 94, 'Emissão', { size: 8 })
      .at(300, 94, 'Vencimento', { size: 8 })
      .at(420, 94, 'Valor a pagar', { size: 8 })
    pen
      .at(56, 110, number)
      .at(180, 110, numeric.slashed(v.date))
      .at(300, 110, numeric.slashed(v.dueDate))
      .at(420, 110, real(v.totalCents))
    pen.at(50, 150, 'Tomador: Mercado Boa Vista')
    const y = itemTable(
      pen,
      { x: [50, 340, 430, 540], y: 190 },
      ['Serviço', 'Qtde', 'Valor unit.', 'Valor'],
      v.items,
      real,
    )
    sums(pen, { label: 350, value: 540, y }, [['Valor total', real(v.totalCents)]])
    return { invoiceNumber: number, vendor: 'Ipê Amarelo Serviços Ltda' }
  },
}

export const PORTUGUESE = [portugal, brazil]
