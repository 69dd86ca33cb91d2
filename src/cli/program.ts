/** Everything the command line says about itself: parsing, help, and errors that name the nearest command or flag. */
import { Command as Commander, CommanderError, Option } from 'commander'
import { ToolError } from '../support/errors.ts'
import { eitherOf, hintOf } from '../support/nearest.ts'
import { type Argument, type Command, type ExitCode, type Flag, globalFlags } from './command.ts'
import { commands, groups, type Listing } from './commands/index.ts'
import { asksForJson } from './error-json.ts'
import { Flags, type FlagValue } from './flags.ts'
import { descriptionIn, flagMeantBy, meantBy } from './other-words.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

/** Commander's own codes for "what was asked for has been printed". */
const printed = new Set(['commander.helpDisplayed', 'commander.version'])

/** Its code for help printed because a command is missing. */
const incomplete = 'commander.help'

/** Parses a command line and runs its command. */
export async function runProgram(given: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exit: ExitCode = 0
  const argv = given[0] === 'help' ? [...given.slice(1), '--help'] : given
  const invoked = findListing(argv)
  const command = await invoked?.load()
  if (invoked === undefined && asksForJson(argv)) refuseIncomplete(argv)
  const program = makeProgram(terminal, command, async (args, values) => {
    if (command) exit = await command.run({ args, flags: new Flags(values), terminal })
  })
  if (argv.length === 0) program.outputHelp()
  else {
    const known = ['version', ...[...(command?.flags ?? []), ...globalFlags].map(({ name }) => name)]
    await parse(program, argv, { known, onIncomplete: () => (exit = 2) })
  }
  return exit
}

/** A program that asked for JSON gets no page of help. */
function refuseIncomplete(argv: readonly string[]): void {
  const [first, second] = firstWords(argv)
  if (second !== '' || !groups.some(([name]) => name === first)) return
  if (argv.some((word) => word === '--help' || word === '-h' || word === '--version')) return
  throw new ToolError('usage', `A word is missing after "${first}": ${followers(first).join(', ')}`)
}

interface Parsing {
  /** The flags that may be given. */
  readonly known: readonly string[]
  readonly onIncomplete: () => void
}

async function parse(program: Commander, argv: readonly string[], { known, onIncomplete }: Parsing): Promise<void> {
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === incomplete) onIncomplete()
    else if (!printed.has(error.code)) throw new ToolError('usage', wording(error, argv, known))
  }
}

/** The listing whose name the command line starts with, global flags skipped. */
function findListing(argv: readonly string[]): Listing | undefined {
  const [first, second] = firstWords(argv)
  return commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
}

/** The first two words that are no flags, '' for each that lacks. */
function firstWords(argv: readonly string[]): readonly [string, string] {
  const words: string[] = []
  for (let i = 0; i < argv.length && words.length < 2; i++) {
    const word = argv[i] ?? ''
    if (!word.startsWith('-')) words.push(word)
    else if (globalFlags.some((flag) => flag.value && `--${flag.name}` === word)) i++
  }
  const [first = '', second = ''] = words
  return [first, second]
}

type Action = (args: readonly string[], values: [string, FlagValue][]) => Promise<void>

function makeProgram(terminal: Terminal, loaded: Command | undefined, action: Action): Commander {
  const program = new Commander('tool')
    .description('Turns the description of any HTTP API into a stateful, deterministic sandbox')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, helpWidth: 100 })
    .addHelpText('after', helpAfter)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: () => {},
    })
  for (const flag of globalFlags) program.addOption(optionOf(flag))
  const parents = new Map(groups.map(([name, summary]) => [name, groupOf(program, name, summary)]))
  for (const listing of commands) {
    const [first = '', second] = listing.name.split(' ')
    const parent = second === undefined ? program : (parents.get(first) ?? program)
    const made = parent.command(second ?? first, { hidden: listing.deprecated === true }).summary(listing.summary)
    made.description(listing.summary).helpOption('-h, --help', 'print help')
    if (loaded?.name === listing.name) define(made, loaded, action)
  }
  return program
}

const helpAfter = `
Start here, with the description of your API in openapi.yaml:
  $ tool sandbox add shop --spec openapi.yaml
  $ tool up
  $ tool requests shop`

function groupOf(program: Commander, name: string, summary: string): Commander {
  return program.command(name).description(summary).helpOption('-h, --help', 'print help').helpCommand(false)
}

function define(made: Commander, command: Command, action: Action): void {
  made.description(command.details ? `${command.summary}.\n\n${command.details}` : command.summary)
  for (const argument of command.arguments) made.addArgument(argumentOf(made, argument))
  for (const flag of command.flags) made.addOption(optionOf(flag))
  made.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  $ ${line}`).join('\n')}`)
  made.action(async (...given: unknown[]) => {
    const args = given.slice(0, command.arguments.length).filter((value) => value !== undefined)
    await action(args as string[], valuesOf(made, [...command.flags, ...globalFlags]))
  })
}

function argumentOf(
  made: Commander,
  { name, summary, optional, choices }: Argument,
): ReturnType<Commander['createArgument']> {
  const argument = made.createArgument(optional ? `[${name}]` : `<${name}>`, summary)
  return choices ? argument.choices(choices) : argument
}

/** `--no-color` is a flag of that name: Commander's negation would make it `color: false`. */
function optionOf(flag: Flag): Option {
  const value = flag.value && flag.valueOptional ? `[${flag.value.slice(1, -1)}]` : flag.value
  const option = new Option(`--${flag.name}${value ? ` ${value}` : ''}`, flag.summary)
  if (flag.choices) option.choices(flag.choices)
  if (flag.repeatable) option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text])
  return option
}

function valuesOf(made: Commander, flags: readonly Flag[]): [string, FlagValue][] {
  const given = made.optsWithGlobals() as Record<string, unknown>
  return flags.flatMap((flag): [string, FlagValue][] => {
    const option = optionOf(flag)
    const value = given[option.attributeName()]
    if (option.negate) return value === false ? [[flag.name, true]] : []
    return value === undefined || value === false ? [] : [[flag.name, value as FlagValue]]
  })
}

/** Commander's message in our form: one line, no "error:", and where to read on. */
function wording(error: CommanderError, argv: readonly string[], flags: readonly string[]): string {
  const wrong = notAllowed(error.message)
  if (wrong !== undefined) return wrong
  const [what = '', hint = ''] = error.message.replace(/^error: /, '').split('\n')
  const sentence = what.charAt(0).toUpperCase() + what.slice(1).replace(/'/g, '"').replace(/\.$/, '')
  const nearest = /Did you mean (?:one of )?(.+)\?/.exec(hint)?.[1]
  const meant = meantIn(what, argv, flags) ?? (nearest === undefined ? undefined : `did you mean ${nearest}?`)
  return `${sentence} (${meant ?? 'see --help'})`
}

/** What was meant by a word that is no command, or by a flag that is none. */
function meantIn(message: string, argv: readonly string[], flags: readonly string[]): string | undefined {
  const [, flag] = /unknown option '(.*)'$/.exec(message) ?? []
  if (flag !== undefined) return flagMeantBy(flag, flags)
  if (message.startsWith("too many arguments for 'up'"))
    return argv.map(descriptionIn).findLast((hint) => hint !== undefined)
  const [, command] = /unknown command '(.*)'$/.exec(message) ?? []
  if (command !== undefined) {
    const [first, second] = firstWords(argv)
    const group = second === command && first !== command ? first : ''
    return meantBy(command, group, followers(group))
  }
  return undefined
}

/** A value that is none of those allowed: the nearest, or all where none is near. */
function notAllowed(message: string): string | undefined {
  const [, flag, ofFlag] = /option '(--[\w-]+)[^']*' argument '(.*)' is invalid\. /s.exec(message) ?? []
  const [, ofArgument, argument] = /value '(.*)' is invalid for argument '([\w-]+)'\. /s.exec(message) ?? []
  const [, allowed] = / Allowed choices are (.*)\.$/.exec(message) ?? []
  if (allowed === undefined) return undefined
  const name = flag ?? `<${argument}>`
  const value = ofFlag ?? ofArgument ?? ''
  const meant = hintOf(value, allowed.split(', '))
  if (meant !== undefined) return `${name} cannot be "${value}" (${meant})`
  return `${name} must be ${eitherOf(allowed.split(', '))}, not "${value}" (see --help)`
}

/** The words that may follow a group; the first words of all for ''. */
function followers(group: string): readonly string[] {
  const shown = commands.filter(({ deprecated }) => !deprecated).map(({ name }) => name.split(' '))
  return group === ''
    ? [...new Set(shown.map(([first = '']) => first))]
    : shown.flatMap(([first, second = '']) => (first === group ? [second] : []))
}
