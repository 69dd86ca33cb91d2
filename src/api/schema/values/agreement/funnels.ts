/** Steps of which each has no more than the one before it: sent, delivered, opened, clicked. */
import type { Declared, Term } from './declared.ts'
import type { Held, Rule } from './held.ts'
import { bareName } from './roles.ts'

const STEPS: readonly (readonly RegExp[])[] = [
  [
    /^(total_|emails_|messages_)?(requests|requested|sent|sends|recipients)$/,
    /^processed$/,
    /^(total_)?(delivered|deliveries)$/,
    /^(total_)?(opens|opened)$/,
    /^unique_(opens|opened)$/,
    /^unique_(clicks|clicked)$/,
  ],
  [/^(total_)?(delivered|deliveries)$/, /^(total_)?(clicks|clicked)$/, /^unique_(clicks|clicked)$/],
  [/^(total_)?(impressions|views)$/, /^(total_)?(clicks|clicked)$/, /^(total_)?conversions$/],
]
/** What becomes of those that are not delivered. */
const LOST =
  /^(total_|hard_|soft_)?(bounces|bounced|drops|dropped|blocks|blocked|[a-z_]+_drops|invalid_emails|rejected)$/
/** What some do with what they get. */
const AFTER = /^(unsubscribes|unsubscribed|spam_reports|complaints|complained)$/

export function funnels({ numbers }: Declared): readonly Rule[] {
  if (![...numbers.keys()].some((name) => /deliver|open|click|conver/.test(name))) return []
  const named = [...numbers.values()].map((term) => [bareName(term.name), term] as const)
  const find = (pattern: RegExp): Term | undefined => named.find(([name]) => pattern.test(name))?.[1]
  const chains = STEPS.map((steps) => steps.flatMap((step) => find(step) ?? []))
  const [all, delivered] = [chains[0]?.[0], find(/^(total_)?(delivered|deliveries)$/)]
  const after = named.filter(([name]) => AFTER.test(name)).map(([, term]) => term)
  const lost = named.filter(([name]) => LOST.test(name)).map(([, term]) => term)
  return [
    ...chains.flatMap((chain) =>
      chain.slice(1).map(
        (step, i): Rule =>
          (held) =>
            fewer(held, step, chain[i] as Term, shareOf(step)),
      ),
    ),
    ...(delivered === undefined
      ? []
      : after.map(
          (term): Rule =>
            (held) =>
              fewer(held, term, delivered, FEW),
        )),
    ...(delivered === undefined || all === undefined || all === delivered || lost.length === 0
      ? []
      : [(held: Held) => lose(held, all, delivered, lost)]),
  ]
}

const FEW = 0.02

/** How many of those before take the step. */
function shareOf({ name }: Term): number {
  if (/click/.test(name)) return 0.3
  if (/open/.test(name)) return 0.6
  return /conversion/.test(name) ? 0.1 : 1
}

/** So many of those before, where there were more of them than there are. */
function fewer(held: Held, step: Term, before: Term, share: number): void {
  const [some, all] = [held.number(step), held.number(before)]
  if (some === undefined || all === undefined || all < 0 || some <= all) return
  if (!held.set([step, Math.floor(all * share)])) held.set([before, some])
}

/** What was not delivered is lost in one way at most. */
function lose(held: Held, all: Term, delivered: Term, lost: readonly Term[]): void {
  const [sent, got] = [held.number(all), held.number(delivered)]
  if (sent === undefined || got === undefined) return
  let left = sent - got
  for (const term of lost) {
    const gone = held.number(term)
    if (gone === undefined) continue
    if (gone > left) held.set([term, Math.max(0, left)])
    left -= held.number(term) ?? 0
  }
}
