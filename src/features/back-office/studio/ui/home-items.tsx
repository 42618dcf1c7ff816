import { TextArea, TextField } from '#web/ui/field.tsx'
import type { SiteForm } from '../site-screen.contract.ts'
import { EditableList } from './editable-list.tsx'

type Item = SiteForm['home_page']['reasons'][number]

type HomeItemsProps = {
  field: 'points' | 'reasons'
  /** What an item is called, such as 'reason'. */
  called: string
  max: number
  items: Item[]
  wrong: Readonly<Record<string, string>>
  onChange: (items: Item[]) => void
}

export function HomeItems({ field, called, max, items, wrong, onChange }: HomeItemsProps) {
  const errorOf = (place: number, key: keyof Item) => wrong[`home_page.${field}.${place}.${key}`]
  return (
    <>
      <EditableList
        items={items}
        called={({ title }, place) => title || `${called} ${place + 1}`}
        empty={items.length < max ? { title: '', text: '' } : undefined}
        add={`Add a ${called}`}
        canMove
        onChange={onChange}
      >
        {(item, place, change) => (
          <>
            <TextField
              label="Title"
              autoComplete="off"
              value={item.title}
              error={errorOf(place, 'title')}
              onChange={({ currentTarget }) => change({ ...item, title: currentTarget.value })}
            />
            <TextArea
              label="Text"
              grows
              value={item.text}
              error={errorOf(place, 'text')}
              onChange={({ currentTarget }) => change({ ...item, text: currentTarget.value })}
            />
          </>
        )}
      </EditableList>
      {items.length >= max && (
        <p className="text-sm text-muted">{max} is the maximum. To add another, remove one first.</p>
      )}
    </>
  )
}
