/** Aligns columns to their widest cell, except the last one. */
export function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heading.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)))
  return [heading, ...rows].map((row) =>
    row.map((text, at) => (at === row.length - 1 ? text : text.padEnd(widths[at]!))).join('  '),
  )
}
