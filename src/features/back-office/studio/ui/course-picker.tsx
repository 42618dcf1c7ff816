import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { SiteRead } from './site-screen.tsx'
import { EditableList } from './editable-list.tsx'

type CoursePickerProps = {
  label: string
  hint: string
  max: number
  /** IDs of courses, in order. */
  chosen: string[]
  courses: SiteRead['courses']
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** Chooses courses and their order. A chosen course that isn't for sale is not shown to visitors. */
export function CoursePicker({ label, hint, max, chosen, courses, error, onChange }: CoursePickerProps) {
  const nameOf = (id: string) => courses.find((course) => course.id === id)?.title ?? id
  const others = courses.filter(({ id, is_on_sale: isOnSale }) => isOnSale && !chosen.includes(id))
  return (
    <div className="flex flex-col gap-4">
      {chosen.length > 0 && <h3 className="font-sans text-sm font-semibold">{label}</h3>}
      <EditableList
        // Resets the list when the field below adds a course.
        key={chosen.toSorted((one, other) => one.localeCompare(other)).join(' ')}
        items={chosen}
        called={nameOf}
        empty={undefined}
        add=""
        canMove
        onChange={onChange}
      >
        {(id) => (
          <p className="font-medium">
            {nameOf(id)}
            {courses.every((course) => course.id !== id || !course.is_on_sale) && (
              <span className="flex items-center gap-2 text-sm font-normal text-muted">
                <Icon name="info" />
                Not for sale, so visitors don’t see it here.
              </span>
            )}
          </p>
        )}
      </EditableList>
      {chosen.length < max ? (
        <SelectField
          label={chosen.length === 0 ? label : `${label}: add another`}
          hint={hint}
          error={error}
          value=""
          options={[
            { value: '', label: others.length > 0 ? 'Choose a course' : 'No other courses for sale' },
            ...others.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => id !== '' && onChange([...chosen, id])}
        />
      ) : (
        <p className="text-sm text-muted">{max} is the maximum. To add another, remove one first.</p>
      )}
    </div>
  )
}
