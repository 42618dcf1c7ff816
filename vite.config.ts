import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { minify, type MinifyOptions } from 'terser'
import { defineConfig, type ESTree, type Plugin } from 'vite'

const SHARED =
  /src[\\/](root\.tsx|shared[\\/]|web[\\/]|features[\\/](foundation[\\/]products[\\/]ui|catalog[\\/]courses[\\/]ui[\\/](lecture-parts|numbered-name|sample-link)))/

/** Shared by forms, long lists, and pages for members and staff, which are seldom the first page of a visit. */
const SHARED_LATER =
  /src[\\/](features[\\/](credentials[\\/]certificates[\\/]ui[\\/](earned-certificate|fetch-own-certificates)|catalog[\\/]courses[\\/]ui[\\/]course-links)|web[\\/](shell[\\/](framed-page|shell|time|loaded-page|offline-page|permission-page|section-nav)|client[\\/](actions|base64|router-state|load-page|member-storage|use-action|online|save-as|send-once|navigation-state)|ui[\\/](cursor-links|disclosure|download-button|email-address|field|form|loading-block|move-buttons|next-step|notice|page-links|paging|progress-bar|skeletons|text-link))|shared[\\/](brand-colors|certificate-claim|contact-hours|credentials|csv|dates|exam-description|file-name|format-amount|format-list|host-name|iso-dates|languages|login-name|menu-pages|money|normalize-punctuation|normalize-text|passing-score|payment-methods|plan-changes|pluralize|policy|printed-name|raised-digits|text-encoding|titles|transcript|unreachable))\./

/** The exceptions that a first page may need. */
const OF_FIRST_VISITS = /web[\\/](shell[\\/]shell|ui[\\/](page-links|paging|skeletons|text-link|notice))\./

/** Loaded only after a page, for members or on request, so it is never combined with other code. */
const LOADED_LATER =
  /src[\\/](web[\\/](shell[\\/](announcement-bar|member-links)|client[\\/]live-notifications|ui[\\/](date-field|typed-field|use-typed-text))|shared[\\/](certificate-text|time-zones|typed-\w+))\./

const wholePage = (name: string, test: RegExp) => ({ name, test, includeDependenciesRecursively: false })
const SHARED_CODE = { minShareCount: 2, includeDependenciesRecursively: false }

const IN_EVERY_PAGE = /(^|\/)(root|entry\.client|rolldown-runtime)-/

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    reportFailedChunks(),
    sharedInRoot(),
    serverPages(),
    smallScripts(),
    rootSheetOnce(),
    serviceWorker(),
  ],
  // If the development server discovered these packages only when a page needs them, it would reload once.
  optimizeDeps: { include: ['@base-ui/react/dialog', '@stripe/react-stripe-js', '@stripe/stripe-js/pure'] },
  build: {
    // Assets stay files, because the page policy allows no inline assets.
    assetsInlineLimit: 0,
    modulePreload: {
      // A script that loads another one on demand lists its dependencies, except those that every page has already
      // loaded.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !IN_EVERY_PAGE.test(file)) : files,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React, and the entry that starts it: they seldom change, so browsers keep them cached.
            {
              name: 'vendor',
              test: /src[\\/]entry\.client\.tsx|rolldown[\\/]runtime|node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|turbo-stream)[\\/]/,
            },
            // Code shared by first pages is bundled with the root page: many small files cost more than they save.
            // Pages for members have a separate stylesheet, because no first page uses its classes.
            { name: 'members', test: /members\.css/ },
            // What only the page of a product shows, and what only lists of products show.
            {
              name: 'offer',
              test: /src[\\/]features[\\/](foundation[\\/]products[\\/](ui[\\/](?!product-card|coupon-hint)|refund-conditions\.rules)|catalog[\\/]courses[\\/]ui[\\/](lecture-parts|numbered-name)|commerce[\\/]checkout[\\/]ui[\\/]lazy-pay-form|catalog[\\/]samples[\\/]ui[\\/]open-sample)|web[\\/](ui[\\/]accordion|shell[\\/]disputed-notice)|shared[\\/]disputed-text/,
              ...SHARED_CODE,
            },
            {
              name: 'product-card',
              test: /src[\\/]features[\\/](foundation[\\/]products[\\/]ui[\\/]product-card|catalog[\\/]resume[\\/]ui[\\/]continue-button)|web[\\/]ui[\\/]card-grid/,
              ...SHARED_CODE,
            },
            { name: 'root', test: (id) => SHARED.test(id) && !SHARED_LATER.test(id) && !LOADED_LATER.test(id) },
            // Code shared by forms and member pages is bundled, too: every additional file is listed in the route
            // manifest, which every first visit loads.
            {
              name: 'later',
              test: (id) => SHARED_LATER.test(id) && !OF_FIRST_VISITS.test(id),
              ...SHARED_CODE,
            },
            // Every file of a page is listed in the route manifest, too.
            {
              name: 'discussions',
              test: /src[\\/]features[\\/](community[\\/]discussions|foundation[\\/]phi-check[\\/](ui|phi-spans))[\\/.]/,
              ...SHARED_CODE,
            },
            // Browsers load six files at a time, and a lecture waits for all of them, so the player's code is one file.
            // Pages with a sample load it when someone presses Play.
            {
              name: 'player',
              test: /playback[\\/]ui[\\/](?!big-play-button|control|dark-theme|transcript|use-(auto-scroll|media-events|transcript-lines|whole-lines))/,
              ...SHARED_CODE,
            },
            {
              name: 'transcript',
              test: /playback[\\/](ui[\\/](dark-theme|transcript|use-(auto-scroll|transcript-lines|whole-lines))|transcripts\.rules)/,
              ...SHARED_CODE,
            },
            {
              name: 'law',
              test: /src[\\/]features[\\/]catalog[\\/](law-review|law)[\\/]ui[\\/](law-change-list|lecture-law)\./,
              ...SHARED_CODE,
            },
            {
              name: 'big-play-button',
              test: /playback[\\/]ui[\\/](big-play-button|control|use-media-events)\./,
              ...SHARED_CODE,
            },
            // The studio's preview of a draft shows the pages of a learner.
            {
              name: 'lecture',
              test: /src[\\/]features[\\/]learning[\\/](notes[\\/](notes\.rules|ui)|study[\\/](study\.rules|ui[\\/](watched-lecture|lecture-(end|layout|player)|practice-questions)))/,
              ...SHARED_CODE,
            },
            { name: 'study', test: /src[\\/]features[\\/]learning[\\/]study[\\/]ui[\\/]/, ...SHARED_CODE },
            {
              name: 'exam',
              test: /src[\\/]features[\\/]learning[\\/]exams[\\/](ui[\\/]|exams\.rules)/,
              ...SHARED_CODE,
            },
            // The studio's preview renders what these pages consist of. With all of its page, a group stays one file.
            wholePage(
              'course.page',
              /src[\\/]features[\\/]catalog[\\/]courses[\\/](course\.page|ui[\\/](?!sample-certificate\.))/,
            ),
            wholePage(
              'document.page',
              /src[\\/]features[\\/]catalog[\\/]documents[\\/](document\.page|ui[\\/]document-)/,
            ),
            // Code shared by several studio pages, and the schemas of their URLs. What they share with the academy
            // stays there, because otherwise its pages would load the studio's code. Pasted text is read on demand.
            {
              name: 'studio',
              test: /src[\\/]features[\\/](back-office[\\/]studio(?![\\/]ui[\\/](html-|inert-html|literal-stars|pasted-text))|learning[\\/]question-bank|catalog[\\/]uploads)[\\/]|src[\\/](shared[\\/](time-zones|typed-\w+)|web[\\/]ui[\\/](date-field|typed-field|use-typed-text))\.|node_modules[\\/]zod[\\/]/,
              ...SHARED_CODE,
            },
          ],
        },
      },
    },
  },
})

/** Puts the pages' shared code into the root page's file; React Router's own setting would create two files. */
function sharedInRoot(): Plugin {
  return {
    name: 'shared-in-root',
    apply: 'build',
    configEnvironment: {
      order: 'post',
      handler: () => ({ build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }),
    },
  }
}

const HOW_SMALL: MinifyOptions = { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true } }
const MADE_SMALL = path.resolve(import.meta.dirname, 'node_modules/.cache/small-scripts')

/**
 * Minifies the scripts again after Vite: Terser saves another hundredth of a first visit. Our code reads no properties
 * for their side effects, so unused reads can be removed. Terser takes two thirds of a build's time, so each script's
 * output is cached until a build no longer contains the script.
 */
function smallScripts(): Plugin {
  return {
    name: 'small-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const terser = await readFile(path.resolve(import.meta.dirname, 'node_modules/terser/package.json'), 'utf8')
      const how = terser + JSON.stringify(HOW_SMALL)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      await mkdir(MADE_SMALL, { recursive: true })
      const minified = await Promise.all(
        chunks.map(async (chunk) => {
          const name = createHash('sha256').update(how).update(chunk.code).digest('hex')
          const small = await madeSmall(chunk.code, path.join(MADE_SMALL, name))
          chunk.code = parenthesizeModules(small, this.parse(small))
          return name
        }),
      )
      const old = (await readdir(MADE_SMALL)).filter((name) => !minified.includes(name))
      await Promise.all(old.map((name) => rm(path.join(MADE_SMALL, name), { force: true })))
    },
  }
}

async function madeSmall(code: string, file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const small = (await minify(code, HOW_SMALL)).code ?? code
  // Written atomically.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, small)
  await rename(unfinished, file)
  return small
}

/**
 * Chromium compiles a function in parentheses while the script loads. The bundler writes them around each CommonJS
 * module, such as React, and Terser removes them. With them, a script starts in two thirds of the time.
 */
function parenthesizeModules(code: string, { body }: ESTree.Program): string {
  return body
    .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
    .map(({ init }) => (init?.type === 'CallExpression' ? init.arguments[0] : undefined))
    .filter((argument) => argument?.type === 'ArrowFunctionExpression')
    .reduceRight(
      (before, { start, end }) => `${before.slice(0, start)}(${before.slice(start, end)})${before.slice(end)}`,
      code,
    )
}

/**
 * Bundles the production build of React into the server's pages. Otherwise, the build of React would depend on
 * NODE_ENV, which the academy uses for its own modes, and pages could render at half the speed.
 */
function serverPages(): Plugin {
  return {
    name: 'server-pages',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'ssr'
        ? {
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
            resolve: { noExternal: true, external: ['zod', 'zod/mini'] },
          }
        : undefined,
  }
}

/**
 * A lazy-loaded script loads its stylesheets unless they are already there. React Router links the root page's
 * stylesheet with a `#` in the URL, which Vite does not recognize. It would be loaded again, after the stylesheets of
 * members or staff, and override them.
 */
function rootSheetOnce(): Plugin {
  return {
    name: 'root-sheet-once',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Runs after Vite's own plugin, which writes dependencies into the code.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = file.code.replaceAll(/(["'`])(assets\/root-[\w-]+\.css)\1/g, '$1$2#$1')
        }
      },
    },
  }
}

/**
 * When a page's script fails to load, React Router hides the error and reloads the whole page, again and again while it
 * fails. With this plugin, a page whose script fails or exceeds the time limit throws an error, and the error page
 * names the script.
 */
function reportFailedChunks(): Plugin {
  const ours = JSON.stringify(path.resolve(import.meta.dirname, 'src/web/client/chunks.ts'))
  const importing = /import\((?:\s*\/\*.*?\*\/)*\s*(route\.\w+)\s*\)/g
  const reloading = /console\.error\(`Error loading route module[\s\S]*?return new Promise\(\(\) => \{\}\);/
  const isChanged = { limits: false, reload: false }
  return {
    name: 'report-failed-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/.*\/ssr\/(routes|routeModules)\.js$/ },
      handler(code) {
        isChanged.limits ||= code.search(importing) >= 0
        isChanged.reload ||= code.search(reloading) >= 0
        const changed = code
          .replaceAll(
            importing,
            (load, file) => `__loadChunk(${load}, ${file})${file === 'route.module' ? '' : '.catch(__failedPage)'}`,
          )
          .replace(reloading, 'return __failedPage(error);')
        return `import { createFailedPage as __failedPage, loadChunk as __loadChunk } from ${ours};\n${changed}`
      },
    },
    buildEnd(error) {
      if (!error && !(isChanged.limits && isChanged.reload))
        this.error('React Router loads its pages in another way now: see report-failed-chunks')
    },
  }
}

/** Built next to the pages, under the single name that browsers check for updates. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/service-worker.ts', fileName: 'service-worker.js' })
    },
  }
}
