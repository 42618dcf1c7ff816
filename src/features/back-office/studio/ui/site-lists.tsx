import { TextField } from '#web/ui/field.tsx'
import type { SiteForm } from '../site-screen.contract.ts'
import { EditableList } from './editable-list.tsx'
import { SitePicture } from './site-picture.tsx'

type Wrong = Readonly<Record<string, string>>

type ListProps<Item> = { wrong: Wrong; onChange: (items: Item[]) => void }

export function SiteSocial({
  links,
  wrong,
  onChange,
}: ListProps<SiteForm['social'][number]> & { links: SiteForm['social'] }) {
  return (
    <EditableList
      items={links}
      called={({ name }, place) => name || `link ${place + 1}`}
      empty={{ name: '', url: '' }}
      add="Add a link"
      onChange={onChange}
    >
      {(link, place, change) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            autoComplete="off"
            value={link.name}
            error={wrong[`social.${place}.name`]}
            onChange={({ currentTarget }) => change({ ...link, name: currentTarget.value })}
          />
          <TextField
            label="Web address"
            type="url"
            placeholder="https://"
            autoComplete="off"
            value={link.url}
            error={wrong[`social.${place}.url`]}
            onChange={({ currentTarget }) => change({ ...link, url: currentTarget.value })}
          />
        </div>
      )}
    </EditableList>
  )
}

const BOOK_LINES = [
  { key: 'title', label: 'Title' },
  { key: 'author', label: 'Author' },
  { key: 'link', label: 'Store link' },
  { key: 'preview_url', label: 'Preview link (https, optional)' },
] as const

export function SiteBooks({
  books,
  wrong,
  onChange,
}: ListProps<SiteForm['books'][number]> & { books: SiteForm['books'] }) {
  return (
    <EditableList
      items={books}
      called={({ title }, place) => title || `book ${place + 1}`}
      empty={{ from: null, title: '', author: '', preview_url: '', link: '', cover: null }}
      add="Add a book"
      onChange={onChange}
    >
      {(book, place, change) => (
        <div className="grid gap-4 sm:grid-cols-2">
          {BOOK_LINES.map(({ key, label }) => (
            <TextField
              key={key}
              label={label}
              autoComplete="off"
              value={book[key]}
              error={wrong[`books.${place}.${key}`]}
              onChange={({ currentTarget }) => change({ ...book, [key]: currentTarget.value })}
            />
          ))}
          <div className="sm:col-span-2">
            <SitePicture
              place="book"
              label={`Cover of ${book.title || `book ${place + 1}`}`}
              hint="SVG, PNG, JPEG, WebP, or AVIF. Portrait orientation, best at least 360 pixels wide. Without one, we create a cover."
              alt={`Cover of ${book.title || 'the book'}`}
              fileId={book.cover}
              error={wrong[`books.${place}.cover`]}
              onChange={(cover) => change({ ...book, cover })}
            />
          </div>
        </div>
      )}
    </EditableList>
  )
}
