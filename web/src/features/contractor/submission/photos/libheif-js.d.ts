// What we use of the HEIC decoder, which has no types for its main file.
declare module 'libheif-js' {
  type Photo = {
    get_width(): number
    get_height(): number
    display(target: ImageData, done: (drawn: ImageData | null) => void): void
  }
  const libheif: { readonly HeifDecoder: new () => { decode(bytes: ArrayBuffer): Photo[] } }
  export = libheif
}
