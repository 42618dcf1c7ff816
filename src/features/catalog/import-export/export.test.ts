import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countByKind } from '#shared/kinds.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { loadDemo } from '../../../../test/harness/demo-academy.ts'
import { emptyTables } from '../../../../test/harness/database.ts'
import { exportFolder } from './export.service.ts'
import { importFolder } from './import.service.ts'

const TIMEOUT_MS = { timeout: 60_000 }

async function scratch(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the catalog without IDs and times, in a stable order. */
async function readCatalog({ pool }: TestAcademy): Promise<unknown> {
  const { rows } = await pool.query(`
    with f as (select id, sha256 || ' ' || name || ' ' || content_type || ' ' || is_public || ' ' || coalesce(seconds, 0) as said from files)
    select
      (select jsonb_agg(settings) from site_settings) as site,
      (select jsonb_agg(to_jsonb(p) - 'id' - 'updated_at' || jsonb_build_object('published_at', p.published_at is not null) order by slug) from products p) as products,
      (select jsonb_agg(jsonb_build_array(p.slug, i.format, i.width, f.said) order by p.slug, i.format, i.width)
        from product_images i join products p on p.id = i.product_id join f on f.id = i.file_id) as covers,
      (select jsonb_agg(jsonb_build_array(p.slug, c.level, c.sources, c.examination_title, c.outcomes, c.audience, c.common_questions, c.teacher, t.said, to_jsonb(w) - 'course_id') order by p.slug)
        from courses c join products p on p.id = c.product_id left join f t on t.id = c.teacher_portrait_file_id
          left join approvals w on w.course_id = c.product_id) as courses,
      (select jsonb_agg(jsonb_build_array(p.slug, l.slug, l.position, l.is_sample, l.name, l.description, l.practice, to_jsonb(w) - 'lecture_id', v.said, c.said, o.said,
          (select jsonb_agg(s.title order by s.position) from sub_lectures s where s.lecture_id = l.id),
          (select jsonb_agg(jsonb_build_array(a.name, f.said) order by a.position)
            from attachments a join f on f.id = a.file_id where a.lecture_id = l.id)) order by p.slug, l.position)
        from lectures l join products p on p.id = l.course_id left join law_dates w on w.lecture_id = l.id left join f v on v.id = l.video_file_id
          left join f c on c.id = l.captions_file_id left join f o on o.id = l.poster_file_id where l.retired_at is null) as lectures,
      (select jsonb_agg(jsonb_build_array(p.slug, q.position, q.question, q.options, q.answer_index, q.rationale) order by p.slug, q.position)
        from questions q join products p on p.id = q.course_id where q.retired_at is null) as questions,
      (select jsonb_agg(jsonb_build_array(p.slug, d.is_for_sale, d.launch_date, a.said, v.said, c.said, o.said) order by p.slug)
        from podcasts d join products p on p.id = d.product_id left join f a on a.id = d.audio_file_id
          left join f v on v.id = d.video_file_id left join f c on c.id = d.captions_file_id left join f o on o.id = d.poster_file_id) as podcasts,
      (select jsonb_agg(jsonb_build_array(p.slug, d.position, d.name, f.said, v.said) order by p.slug, d.position)
        from document_files d join products p on p.id = d.product_id join f on f.id = d.file_id left join f v on v.id = d.preview_file_id) as documents`)
  return rows[0]
}

test('recreates the same academy from an export', TIMEOUT_MS, async () => {
  const academy = await testAcademy()
  await loadDemo(academy.deps)
  await academy.pool.query(`update products set published_at = null where slug = 'dme-observer-starter-kit'`)
  const before = await readCatalog(academy)
  const folder = path.join(await scratch(), 'academy')
  expect(await exportFolder(academy.deps, folder)).toEqual({
    ...countByKind([]),
    courses: 3,
    podcasts: 4,
    documents: 4,
  })

  await emptyTables(academy.pool)
  const imported = await importFolder(academy.deps, folder, OPERATOR)
  expect(imported).not.toHaveProperty('problems')
  expect(await readCatalog(academy)).toEqual(before)
})

test('preserves texts that YAML could read as other types', TIMEOUT_MS, async () => {
  const academy = await testAcademy()
  await loadDemo(academy.deps, 'courses/defense-medical-exam-training')
  const odd = ['No', '12.50', '2026-01-15', '- a: [b', '*x & "y" \\ ---', `long ${'word '.repeat(50)}end`, "it's #1: €"]
  for (const [position, text] of odd.entries())
    await academy.pool.query('update lectures set name = $1 where position = $2', [text, position])
  await academy.pool.query(`update products set short_description = $1, full_description = $2`, [
    '--- %yes',
    '---\nname: not this\n---\n\n# A rule above',
  ])
  const before = await readCatalog(academy)
  const folder = path.join(await scratch(), 'academy')
  await exportFolder(academy.deps, folder)
  await emptyTables(academy.pool)
  await importFolder(academy.deps, folder, OPERATOR)
  expect(await readCatalog(academy)).toEqual(before)
  const { rows } = await academy.pool.query('select kind, actor_name, after from audit_events')
  const after = { new: ['defense-medical-exam-training'], updated: [], 'site settings': 'no' }
  expect(rows).toEqual([{ kind: 'academy.imported', actor_name: 'sara', after }])
})

test('leaves a non-empty folder alone', async () => {
  const academy = await testAcademy()
  const folder = await scratch()
  await writeFile(path.join(folder, 'notes.txt'), 'mine')
  await expect(exportFolder(academy.deps, folder)).rejects.toThrow('is not empty')
  expect(await readFile(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine')
})
