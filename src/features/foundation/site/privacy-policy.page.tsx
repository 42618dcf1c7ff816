import { apiContext } from '#web/client/api-context.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import type { Route } from './+types/privacy-policy.page.ts'
import type { readPolicyText } from './site.contract.ts'
import { Policy } from './ui/policy.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)<typeof readPolicyText>('GET /Academy/api/site/policies/:policy/', {
    params: { policy: 'privacy' },
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description: 'What we store about you, why, for how long, who receives it, and how to see, correct, or delete it.',
    path: '/PrivacyPolicy/',
  })

export default function PrivacyPolicyPage({ loaderData }: Route.ComponentProps) {
  return <Policy title="Privacy Policy" policy={loaderData} />
}
