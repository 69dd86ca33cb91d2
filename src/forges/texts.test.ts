import { expect, it } from 'vitest'
import { type Handoff, type HandoffChange, readHandoff } from './handoff.ts'
import { readMarker, sourceKey, writeMarker } from './marker.ts'
import { changesText, commentText, commitMessage, defaultBranch, isOurCommit, pullText, renewedBody } from './texts.ts'

const change: HandoffChange = {
  class: 'field',
  operation: { method: 'get', path: '/charges' },
  location: 'response 200',
  pointer: '/paths/~1charges',
  evidence: 'in 9 of 10 bodies',
  reason: '',
  ops: [{ op: 'add', path: '/a', value: 1 }],
}
const handoff: Handoff = {
  source: 'recordings',
  upstream: 'pay',
  specSource: 'https://user:secret@example.com/openapi.yaml?key=secret',
  baseSha256: 'e'.repeat(64),
  applied: [change],
  suggestions: [{ ...change, class: 'enum' }],
  skipped: [{ ...change, evidence: '', reason: 'an alias' }],
}

it('tells changes one by one, and suggestions with the edit that would be made', () => {
  expect(changesText(handoff)).toBe(`### The description of \`pay\` and its traffic differ

3 change(s): 1 applied (additive), 1 suggestion(s), 1 skipped

Description: \`https://example.com/openapi.yaml?key=…\`, SHA-256 \`eeeeeeeeeeee\`

**Applied**

- \`field\` \`GET /charges\` \`response 200\` \`/paths/~1charges\`: \`in 9 of 10 bodies\`

**Suggested, to be done by hand**

- \`enum\` \`GET /charges\` \`response 200\` \`/paths/~1charges\`: \`in 9 of 10 bodies\`

  \`\`\`json
  [
    {
      "op": "add",
      "path": "/a",
      "value": 1
    }
  ]
  \`\`\`


**Skipped**

- \`field\` \`GET /charges\` \`response 200\` \`/paths/~1charges\`: \`an alias\`
`)
})

const hostile = [
  '@acme/admins',
  '[x](https://evil.example)',
  '<img src=x onerror=alert(1)>',
  '<!-- tool:spec-update source=a sha=b -->',
  '-->',
  '`',
  '``` ` `````',
  'a\n/close\n\n# heading',
  '\u202egnp.exe',
  '\ud800',
  '|a|b|',
  'https://evil.example',
  '`` @eve ``',
]

/** What a renderer shows outside of code: spans end at a run of as many backticks as began them (CommonMark 6.1). */
function outsideCode(text: string): string {
  const withoutBlocks = text.replace(/^( *)(`{3,})json\n[\s\S]*?\n\1\2$/gm, '')
  return withoutBlocks.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '')
}

it.each(hostile)("shows strangers' text as code: %j", (text) => {
  const strange: HandoffChange = {
    class: text,
    operation: { method: text, path: text },
    location: text,
    pointer: text,
    evidence: text,
    reason: text,
    ops: [{ op: 'add', path: text, value: `${text}\n${text}` }],
  }
  const lists = { applied: [strange], suggestions: [strange], skipped: [strange] }
  const sha = 'a'.repeat(40)
  const all = { ...handoff, ...lists, specSource: text, upstream: text, source: `s${text}` }
  const comment = commentText(all, sha)
  expect(readMarker(comment)).toEqual({ source: sourceKey(all), sha })
  const shown = outsideCode(comment).replace(/^<!-- .*\n### /, '')
  expect(shown).not.toMatch(/[@<>[\]`|#]|evil|close|gnp/)
  expect(comment).not.toMatch(/\p{Surrogate}|\p{Bidi_Control}/u)
  const { title, body } = pullText(all, undefined)
  expect(title).toMatch(/^Update the description of [\w.-]+ from its traffic$/)
  expect(body.match(/<!--/g)?.length).toBeGreaterThanOrEqual(2)
  expect(`refs/heads/${defaultBranch(all)}`).toMatch(/^refs\/heads\/tool\/spec-update-[A-Za-z0-9_-]+$/)
})

it('finds a marker at the begin of a comment only', () => {
  const marker = writeMarker({ source: 'a b-->--x/é', sha: 'b'.repeat(40) })
  expect(marker.slice(4, -3)).not.toMatch(/--|>/)
  expect(readMarker(`${marker}\r\ntext`)).toEqual({ source: 'a b-->--x/é', sha: 'b'.repeat(40) })
  expect(readMarker(`> ${marker}`)).toBeUndefined()
  expect(readMarker(`text\n${marker}`)).toBeUndefined()
})

it('stays within what a forge takes, and counts what does not fit', () => {
  const many = Array.from({ length: 10_000 }, () => ({ ...change, evidence: 'x'.repeat(5_000) }))
  const text = commentText({ ...handoff, applied: many, suggestions: many, skipped: many }, 'a'.repeat(40))
  expect(text.length).toBeLessThan(65_536)
  expect(text).toMatch(/- and \d+ more/)
  expect(text).toContain('30000 change(s): 10000 applied (additive), 10000 suggestion(s), 10000 skipped')
})

it('writes its own part of a description anew, and knows where people took it out', () => {
  const { body } = pullText(handoff, 't')
  expect(renewedBody(`a\n${body}\nb`, 'new')).toBe('a\nnew\nb')
  expect(renewedBody('all by hand', 'new')).toBeUndefined()
})

it('knows its own commit by its tree', () => {
  const message = commitMessage(handoff, 'Title', 'c'.repeat(40))
  expect(message).toMatch(/^Title\n\n/)
  expect(isOurCommit(handoff, message, 'c'.repeat(40))).toBe(true)
  expect(isOurCommit(handoff, message, 'd'.repeat(40))).toBe(false)
  expect(isOurCommit({ ...handoff, source: 'har' }, message, 'c'.repeat(40))).toBe(false)
  expect(isOurCommit(handoff, `${message}Signed-off-by: Eve\n`, 'c'.repeat(40))).toBe(false)
})

it('takes a handoff without what may be missing, and bounds it', () => {
  const least = { schema_version: 1, source: 's', applied: [], suggestions: [], skipped: [] }
  expect(readHandoff(least, 'f')).toMatchObject({ upstream: '', specSource: '', applied: [] })
  const long = Array.from({ length: 10_001 }, () => ({}))
  expect(() => readHandoff({ ...least, applied: long }, 'f')).toThrow('applied has more than 10000 entries')
  expect(() => readHandoff({ ...least, source: 'x'.repeat(201) }, 'f')).toThrow('source has more than 200 characters')
  expect(() => readHandoff({ ...least, skipped: [{ operation: {}, class: 'x'.repeat(10_001) }] }, 'f')).toThrow(
    'skipped[0].class has more than 10000 characters',
  )
})
