import { pluralize } from '#shared/pluralize.ts'
import { useDraft } from './draft-context.tsx'
import { ModelFields } from './model-fields.tsx'
import { PlanTextField } from './plan-fields.tsx'
import { PlanFileField } from './plan-files.tsx'
import { PlanMarkdownField } from './plan-markdown.tsx'

/** What a product says about itself on its page, and its kind's own fields. */
export function AboutSection() {
  const { view } = useDraft()
  const { kind, fields, address, owners } = view.worked
  return (
    <section aria-labelledby="about" className="flex flex-col gap-6">
      <h2 id="about" className="text-xl">
        About the {kind}
      </h2>
      <PlanTextField at={['name']} label="Name" />
      <PlanTextField
        at={['short']}
        label="In one sentence"
        hint="It stands on cards, and where others link to the page."
      />
      <PlanTextField
        at={['price']}
        label="Price in dollars"
        hint="0 for what is free."
        inputMode="decimal"
        placeholder="149.00"
      />
      <PlanMarkdownField at={['description']} label="Description" />
      <PlanFileField
        at={['cover']}
        use="cover"
        label="Cover"
        hint="A picture as wide as it can be, drawn in all sizes when you publish."
      />
      <ModelFields fields={fields} />
      <PlanTextField
        at={['address']}
        label="Address"
        hint={
          address === null
            ? 'The last part of the address of its page. Left empty, it is made of the name.'
            : `The last part of the address of its page. The one of today, ${address}, leads to it further${owners > 0 ? `, as ${pluralize(owners, 'owner')} may have it in a bookmark` : ''}.`
        }
      />
    </section>
  )
}
