/** A provider made up from a description: answers of one operation that differ as those of real providers do. Seeded. */
import type { ApiDescription, Operation } from '../../src/api/description.ts'
import { compileSchema } from '../../src/api/schema/compile.ts'
import { generate } from '../../src/api/schema/generate.ts'
import type { Schema } from '../../src/api/schema/schema.ts'
import { viewer } from '../../src/api/schema/view.ts'
import type { Instant } from '../../src/support/clock.ts'
import { type Dice, diceFor } from '../../src/support/dice.ts'

/** One operation with a JSON answer, and different bodies for it. */
export interface Source {
  readonly operation: Operation
  readonly status: number
  readonly media: string
  readonly bodies: readonly unknown[]
}

const NOW = 1_750_000_000_000 as Instant

/** The operations of a description that answer a JSON object or list of some size, at most `most`, with so many bodies each. */
export function sourcesOf(api: ApiDescription, seed: string, most: number, bodies = 16): readonly Source[] {
  const view = viewer((reference) => api.schema(reference))
  const options = {
    resolve: (reference: string) => api.schema(reference),
    direction: 'response',
    formats: true,
  } as const
  const accepts = (schema: Schema, value: unknown) => compileSchema(schema, options).accepts(value)
  const found: Source[] = []
  for (const { id } of api.head.operations) {
    if (found.length >= most) break
    const operation = api.operation(id)
    const answer = Object.entries(operation?.responses ?? {}).find(
      ([status]) => /^2\d\d$/.test(status) && status !== '204',
    )
    const content = Object.entries(answer?.[1].content ?? {}).find(([media]) => /^application\/json$/.test(media))
    const schema = content?.[1].schema
    if (operation === undefined || answer === undefined || content === undefined || schema === undefined) continue
    const made = Array.from({ length: bodies }, (_, i) =>
      generate(schema, {
        view,
        accepts,
        dice: diceFor(`${seed}${i}`),
        key: `${id}/${i}`,
        now: NOW,
        sources: [],
        fill: 'full',
      }),
    )
    if (made.every((body) => isBody(body)))
      found.push({
        operation,
        status: Number(answer[0]),
        media: content[0],
        bodies: made.filter((body) => accepts(schema, body)),
      })
  }
  return found.filter(({ bodies: all }) => all.length >= 4)
}

function isBody(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    JSON.stringify(value).length > 20 &&
    JSON.stringify(value).length < 20_000
  )
}

export interface Habits {
  /** Properties that must stay, as `required` says; all others may be optional. */
  readonly required: (path: string) => boolean
  readonly dice: Dice
}

/** A body as one of many: some properties are seldom there, lists are of any length, empty ones too. */
export function varied(body: unknown, habits: Habits, draw: () => number, path = ''): unknown {
  if (Array.isArray(body)) {
    const [first] = body
    if (first === undefined) return []
    const length = path === '' ? 1 + Math.floor(draw() * 4) : Math.floor(draw() * 5)
    return Array.from({ length }, () => varied(body[Math.floor(draw() * body.length)], habits, draw, `${path}[]`))
  }
  if (typeof body !== 'object' || body === null) return body
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const place = path === '' ? name : `${path}.${name}`
    if (draw() < presence(place, habits)) copy[name] = varied(value, habits, draw, place)
  }
  return copy
}

/** How often a property is there: three of five always, the rest from seldom to nearly always. */
function presence(path: string, { required, dice }: Habits): number {
  if (required(path) || dice.draw(`optional ${path}`) < 0.6) return 1
  return [0.02, 0.1, 0.4, 0.7, 0.9, 0.97][Math.floor(dice.draw(`rate ${path}`) * 6)] ?? 0.5
}
