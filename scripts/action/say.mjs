/**
 * What the steps of action.yml say to a runner, as workflow commands.
 *   node say.mjs error LEAD <what a program said on standard error
 *   node say.mjs added OUTPUT SPEC <what `tool sandbox add --json` printed
 */
import { appendFileSync, readFileSync } from 'node:fs'

/** A runner shows so many of a step. */
const MOST_WARNINGS = 10

const [what, ...given] = process.argv.slice(2)
const said = readFileSync(0, 'utf8')
if (what === 'error') error(given[0])
else added(...given)

function error(lead) {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const told = lines.findLast((line) => /^(\{"error"|error: )/.test(line))
  const why = told === undefined ? ofNpm(lines) : told.startsWith('{') ? JSON.parse(told).error.message : told.slice(7)
  command('error', {}, [lead, why].filter((part) => part !== '').join(': '))
}

/** npm says the reason after codes and numbers. */
function ofNpm(lines) {
  const reasons = lines.filter((line) => !/^npm error (code|syscall|path|errno|A complete log)\b/.test(line))
  return (reasons[0] ?? lines.at(-1) ?? '').replace(/^npm (error|ERR!) (E?[a-z]+ (?=E[A-Z]+:))?/, '')
}

/** The credential opens a sandbox on this runner alone, but logs are kept. */
function added(output, spec) {
  const { credential, report } = JSON.parse(said)
  console.log(`::add-mask::${credential}`)
  appendFileSync(output, `credential=${credential}\n`)
  const isFile = !/^[a-z][a-z+.-]+:/i.test(spec)
  for (const { document, pointer, line, column, message } of report.problems.slice(0, MOST_WARNINGS)) {
    const place = isFile && document === '' ? { file: spec, line, col: column } : {}
    command('warning', place, [document, pointer, message].filter((part) => part !== '').join(': '))
  }
  const rest = report.problems.length - MOST_WARNINGS
  if (rest > 0) command('notice', {}, `${rest} more problems of ${spec}: see "tool sandbox show --full"`)
}

function command(name, properties, message) {
  const pairs = Object.entries(properties).filter(([, value]) => value !== undefined)
  const place = pairs.map(([key, value]) => `${key}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
  console.log(`::${name}${place.length === 0 ? '' : ` ${place.join(',')}`}::${escaped(message)}`)
}

function escaped(value) {
  return String(value).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
