/** What is missing, one under the other: some of the names have commas of their own. */
export function Listed({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
