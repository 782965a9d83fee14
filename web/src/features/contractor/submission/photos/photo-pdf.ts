// Writes photos into one PDF, a page each. The JPEG data goes in as it is, without reading it.

/** An upright JPEG with three channels, as a canvas writes it. */
export type Painted = { readonly jpeg: Blob; readonly width: number; readonly height: number }

/** The long edge of A4 and, almost, of US letter. In points. */
const SIDE = 842

export const photoPdf = (pages: readonly Painted[]): Blob => {
  const parts: (string | Blob)[] = []
  const offsets: number[] = []
  let length = 0
  /** Texts are ASCII: as many bytes as letters. */
  const add = (part: string | Blob) => {
    parts.push(part)
    length += typeof part === 'string' ? part.length : part.size
  }
  const addObject = (content: string, stream?: string | Blob) => {
    offsets.push(length)
    add(`${offsets.length} 0 obj\n<<${content}>>\n`)
    if (stream) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
  }

  add('%PDF-1.4\n')
  addObject('/Type/Catalog/Pages 2 0 R')
  const numbers = pages.map((_, index) => 3 + index * 3)
  addObject(`/Type/Pages/Count ${pages.length}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]`)
  pages.forEach(({ jpeg, width, height }, index) => {
    const number = 3 + index * 3
    const scale = SIDE / Math.max(width, height)
    const [w, h] = [(width * scale).toFixed(2), (height * scale).toFixed(2)]
    const draw = `${w} 0 0 ${h} 0 0 cm /Photo Do`
    addObject(
      `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${w} ${h}]/Contents ${number + 1} 0 R` +
        `/Resources<</XObject<</Photo ${number + 2} 0 R>>>>`,
    )
    addObject(`/Length ${draw.length}`, draw)
    addObject(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB` +
        `/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.size}`,
      jpeg,
    )
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  const start = length
  add(`xref\n0 ${size}\n0000000000 65535 f \n${table}`)
  add(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
