import { arrowOf, FONT, pathOf, type Shape, sheetOf } from './picture.ts'

/** Paints the map as a PNG in the browser. It loads no picture, and sends nothing. */

/** The largest canvas that browsers paint. */
const MOST_PX = 12_000

export function pngOf(shapes: readonly Shape[]): Promise<Blob> {
  const { x, y, width, height } = sheetOf(shapes)
  const scale = Math.min(2, MOST_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')!
  pen.scale(scale, scale)
  pen.translate(-x, -y)
  pen.fillStyle = '#ffffff'
  pen.fillRect(x, y, width, height)
  for (const shape of shapes) paint(pen, shape)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  )
}

function paint(pen: CanvasRenderingContext2D, shape: Shape): void {
  pen.setLineDash('dashed' in shape && shape.dashed ? [6, 4] : [])
  if (shape.kind === 'box') {
    const { x, y, width, height } = shape
    pen.beginPath()
    pen.roundRect(x, y, width, height, 8)
    pen.fillStyle = shape.fill
    pen.fill()
    pen.lineWidth = 1
    pen.strokeStyle = shape.edge
    pen.stroke()
  } else if (shape.kind === 'text') {
    pen.font = `${shape.bold ? '600 ' : ''}${shape.size}px ${FONT}`
    pen.fillStyle = shape.ink
    pen.fillText(shape.text, shape.x, shape.y)
  } else {
    pen.lineWidth = 1.5
    pen.strokeStyle = shape.ink
    pen.stroke(new Path2D(pathOf(shape)))
    pen.fillStyle = shape.ink
    pen.fill(new Path2D(arrowOf(shape.to)))
  }
}

/** Offers a file as a download. */
export function give(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
