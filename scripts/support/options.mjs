/** What a script was called with. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * As `parseArgs`; `url` is the script's own. `--help` prints the comment at its
 * head, which tells the usage; what the script does not know ends it.
 */
export function readOptions(url, { options, allowPositionals = false }) {
  const known = { ...options, help: { type: 'boolean', short: 'h' } }
  const { values, positionals } = parsed({ options: known, allowPositionals })
  if (values.help) {
    console.log(usage(url))
    process.exit(0)
  }
  return { values, positionals }
}

/** Ends the script with one line. */
export function refuse(message) {
  console.error(`error: ${message}`)
  process.exit(2)
}

function parsed(wanted) {
  try {
    return parseArgs(wanted)
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error
    return refuse(`${error.message.split('. ')[0].replace(/\s+/g, ' ')} (see --help)`)
  }
}

/** The comment that a script begins with, without its marks. */
function usage(url) {
  const text = readFileSync(fileURLToPath(url), 'utf8')
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\/|^(\/\/.*\n)+/.exec(text) ?? []
  return comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^(\/\/| \*) ?/, ''))
    .join('\n')
    .trim()
}
