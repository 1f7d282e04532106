/** The part of pdfmake that the worker uses. The package has no types. */
declare module 'pdfmake' {
  type Draw = (
    row: number,
    node: { table: { body: unknown[]; headerRows?: number } },
  ) => number | string | null
  interface TableLayout {
    hLineWidth?: Draw
    vLineWidth?: Draw
    hLineColor?: Draw
    vLineColor?: Draw
    paddingLeft?: Draw
    paddingRight?: Draw
    paddingTop?: Draw
    paddingBottom?: Draw
  }
  interface Pdfmake {
    setFonts(fonts: object): void
    setTableLayouts(layouts: Record<string, TableLayout>): void
    setUrlAccessPolicy(allow: (url: string) => boolean): void
    setLocalAccessPolicy(allow: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Buffer> }
  }
  const pdfmake: Pdfmake
  export default pdfmake
}

declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: { Roboto: Record<'normal' | 'bold' | 'italics' | 'bolditalics', string> }
  export default fonts
}
