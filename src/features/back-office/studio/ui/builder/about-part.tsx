import { readMoney } from '#shared/typed-money.ts'
import { useDraft } from './draft-context.tsx'
import { ModelFields } from './model-fields.tsx'
import { EXAM_FIELDS } from './plan-paths.ts'
import { PlanTextField } from './plan-fields.tsx'
import { PlanFileField } from './plan-files.tsx'
import { PlanMarkdownField } from './plan-markdown.tsx'

/** The description of a product on its page, and the fields of its kind. */
export function AboutSection() {
  const { view } = useDraft()
  const { kind, fields, address } = view.worked
  return (
    <section aria-labelledby="about" className="flex flex-col gap-6">
      <h2 id="about" className="text-xl">
        About the {kind}
      </h2>
      <PlanTextField at={['name']} label="Name" />
      <PlanTextField at={['short']} label="Short description" hint="Shown on product cards and link previews." />
      <PlanTextField
        at={['price']}
        label="Price in dollars"
        hint="Enter 0 for free."
        read={readMoney}
        inputMode="decimal"
        placeholder="149.00"
      />
      <PlanMarkdownField at={['description']} label="Description" />
      <PlanFileField
        at={['cover']}
        use="cover"
        label="Cover"
        hint="A landscape image, best at least 1,280 pixels wide. We create all sizes when you publish."
      />
      <ModelFields fields={fields.filter(({ key }) => !EXAM_FIELDS.has(key))} />
      <PlanTextField
        at={['address']}
        label="Page address"
        hint={
          address === null
            ? 'The last part of the page’s address. Leave blank to create it from the name.'
            : `The last part of the page’s address. The current address, ${address}, will keep working.`
        }
      />
    </section>
  )
}
