export function LectureParts({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null
  return (
    <ul className="flex list-none flex-col gap-1.5">
      {parts.map((title, index) => (
        <li key={index} className="flex gap-2 text-muted">
          <span aria-hidden="true">–</span>
          {title}
        </li>
      ))}
    </ul>
  )
}
