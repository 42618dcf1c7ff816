import { pluralize } from '#shared/pluralize.ts'
import { useDraft } from './draft-context.tsx'
import { PlanCheckbox, PlanDateField, PlanTextField, PlanListField } from './plan-fields.tsx'
import { PlanFileField, PlanHandouts } from './plan-files.tsx'
import { PlanCaptionsField, PlanPosterField } from './plan-media.tsx'
import { ApprovalFields } from './approval-fields.tsx'
import { BuyerInfoFields } from './buyer-info-fields.tsx'
import { PlanMarkdownField } from './plan-markdown.tsx'

/** What a product says about itself on its page, and its kind's own fields. */
export function AboutSection() {
  const { view } = useDraft()
  const { kind, address, owners } = view.worked
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
      {kind === 'course' && (
        <>
          <PlanTextField at={['level']} label="Level" hint="Such as Foundation. It may stay empty." />
          <PlanListField at={['sources']} label="Sources" hint="Web addresses, one a line. They may stay empty." />
          <BuyerInfoFields />
          <ApprovalFields />
        </>
      )}
      {kind === 'podcast' && <PodcastFields />}
      {kind === 'document' && (
        <>
          <PlanHandouts at={['files']} label="Files" hint="What buyers download." />
          <PlanCheckbox
            at={['sample_page']}
            label="Sample page"
            hint="Everybody may read the first page of the first PDF."
          />
        </>
      )}
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

function PodcastFields() {
  return (
    <>
      <PlanDateField at={['launch_date']} label="Launch day" />
      <PlanFileField at={['audio']} use="audio" label="Sound" hint="Either sound or a video." />
      <PlanFileField at={['video']} use="video" label="Video" />
      <PlanCaptionsField at={['captions']} video={['video']} />
      <PlanPosterField at={['poster']} video={['video']} />
    </>
  )
}
