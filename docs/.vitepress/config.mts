// The site of these documents. `make site` builds it into ../bin/site. The documents are plain Markdown that GitHub shows
// too, so this file adapts VitePress to them: anchors as GitHub makes them, README.md as the page of a folder, and links to
// files outside this folder as links to the repository at the version of the site.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type DefaultTheme } from 'vitepress'

const docs = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const repository = 'https://github.com/latchkey-dev/latchkey'

// SITE_VERSION is a tag, or main. SITE_BASE is the path of the site on its server, with a slash at both ends.
const version = process.env.SITE_VERSION || 'main'
const base = process.env.SITE_BASE || '/'

// The pages of docs itself that are not how-to guides. All other pages there are.
const explanations = ['running.md', 'changing-a-set.md', 'large-sets.md', 'refusals.md']
const references = ['metrics.md', 'objects.md']

const titleOf = (page: string) => /^# (.*)$/m.exec(readFileSync(join(docs, page), 'utf8'))![1].replaceAll('`', '')

const item = (page: string): DefaultTheme.SidebarItem => ({ text: titleOf(page), link: '/' + page.replace(/(^|\/)README\.md$/, '$1') })

// pagesIn lists the pages of a folder: those of first, and then the others.
const pagesIn = (folder: string, ...first: string[]) => {
  const names = readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md')
  const others = names.filter((name) => !first.includes(name)).sort()
  return [...first, ...others].map((name) => join(folder, name))
}

const guides = () => pagesIn('.').filter((page) => !explanations.includes(page) && !references.includes(page))

// A group that can be collapsed would be a button within a button, so the decisions have a sidebar of their own.
const sidebar = {
  '/decisions/': [{ text: 'Decisions', link: '/decisions/', items: pagesIn('decisions').map(item) }],
  '/': [
    { text: 'Tutorials', items: pagesIn('tutorials', 'first-set.md', 'study.md', 'no-operator.md', 'gitops.md').map(item) },
    { text: 'How-to guides', items: [...pagesIn('how-to'), ...guides()].map(item).sort((a, b) => a.text!.localeCompare(b.text!)) },
    { text: 'Reference', items: [...pagesIn('reference'), ...references].map(item).sort((a, b) => a.text!.localeCompare(b.text!)) },
    { text: 'Explanation', items: [...pagesIn('explanation', 'static-or-operator.md', 'life.md', 'key.md', 'names.md'), ...explanations, 'decisions/README.md'].map(item) },
  ],
}

// slugify makes the anchor of a heading as GitHub does.
const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

// linked returns the target of a link in a page. A file or folder outside docs is in the repository. A folder in docs
// is its README.md.
function linked(page: string, href: string) {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [path, anchor] = href.split('#', 2)
  const target = resolve(dirname(page), path)
  const behind = anchor ? '#' + anchor : ''
  if (!existsSync(target)) return href // the build reports it
  const folder = statSync(target).isDirectory()
  const inside = relative(docs, target)
  if (inside.startsWith('..')) {
    return `${repository}/${folder ? 'tree' : 'blob'}/${version}/${relative(resolve(docs, '..'), target)}${behind}`
  }
  return (folder ? join(path, 'README.md') : path).replace(/README\.md$/, 'index.md') + behind
}

// secured adds a Content-Security-Policy to a page. It allows the page's own scripts, inline ones by their hash, and nothing of
// other servers. Drawings and the search set styles.
function secured(page: string) {
  const inline = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)]
  const hashes = inline.map(([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const policy = `default-src 'self'; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'`
  return page.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)
}

export default defineConfig({
  title: 'Latchkey',
  description: 'MiniClusters and MetricSets without an operator in the cluster',
  lang: 'en',
  base,
  outDir: '../bin/site',
  transformHtml: secured,
  srcExclude: ['node_modules/**'],
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  head: [['link', { rel: 'icon', href: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text y="13" font-size="13">🗝</text></svg>' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    config: (md) => {
      const fence = md.renderer.rules.fence!
      md.renderer.rules.fence = (tokens, at, ...rest) =>
        tokens[at].info === 'mermaid' ? `<Mermaid id="drawing-${at}" code="${encodeURIComponent(tokens[at].content)}" />` : fence(tokens, at, ...rest)
      md.core.ruler.push('links', (state) => {
        for (const { children } of state.tokens) {
          children?.forEach((token, at) => {
            if (token.type !== 'link_open') return
            const page = state.env.realPath ?? state.env.path
            const href = token.attrGet('href')!
            const text = children[at + 1]
            // A link that shows only the name of a page shows its title instead.
            if (/^[\w/.-]+\.md$/.test(text.content) && !linked(page, href).includes(':')) text.content = titleOf(relative(docs, resolve(dirname(page), href.split('#')[0])))
            token.attrSet('href', linked(page, href))
          })
        }
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: 'Start', link: '/tutorials/first-set' },
      { text: version, items: [{ text: 'All versions', link: 'https://latchkey-dev.github.io/latchkey/' }, { text: 'Changes', link: `${repository}/blob/${version}/CHANGELOG.md` }] },
    ],
    socialLinks: [{ icon: 'github', link: repository }],
    footer: { message: 'Apache License 2.0' },
  },
})
