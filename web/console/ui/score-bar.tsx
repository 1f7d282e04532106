/** A score out of 100 as a bar, in the colours of its levels: low up to 59, high from 85. */
export function ScoreBar({ value, label }: { value: number; label: string }) {
  return (
    <meter min={0} max={100} low={60} high={85} optimum={100} value={value} aria-label={label}>
      {value} de 100
    </meter>
  )
}
