export function LectureParts({ parts }: { parts: readonly { id: string; sub_lecture_title: string }[] }) {
  if (parts.length === 0) return null
  return (
    <ul className="flex list-none flex-col gap-1.5">
      {parts.map(({ id, sub_lecture_title: title }) => (
        <li key={id} className="flex gap-2 text-muted">
          <span aria-hidden="true">–</span>
          {title}
        </li>
      ))}
    </ul>
  )
}
